/// The completions for fish.
struct FishCompletion {
    var table: CompletionTable

    var script: String {
        var lines = [
            "# Completions of photos(1) for fish. Made by \"photos completions fish\".",
            "function __photos_given",
            "    set -l values \(table.optionsWithValue.joined(separator: " "))",
            "    set -l skips 0",
            "    for word in (commandline -opc)[2..]",
            "        if test $skips = 1",
            "            set skips 0",
            "        else if string match -q -- '--*' $word",
            "            contains -- $word $values; and set skips 1",
            "        else if not string match -q -- '-?*' $word",
            "            echo $word",
            "        end",
            "    end",
            "end",
            "# Whether the words so far are these, and no more.",
            "function __photos_at",
            "    set -l given (__photos_given)",
            "    test \"$given\" = \"$argv\"",
            "end",
            "# Whether the words so far begin with these.",
            "function __photos_in",
            "    set -l given (__photos_given)",
            "    set -l count (count $argv)",
            "    test (count $given) -ge $count; and test \"$given[1..$count]\" = \"$argv\"",
            "end",
            "complete -c photos -f",
        ]
        for option in OptionDescription.common { lines.append("complete -c photos" + parameters(of: option)) }
        for words in [[]] + table.groups.map({ [$0] }) {
            let condition = " -n '__photos_at\(words.map { " " + $0 }.joined())'"
            for entry in table.next(after: words) {
                lines.append("complete -c photos\(condition) -a \(entry.word) -d \(quoted(entry.summary))")
            }
        }
        for command in table.commands {
            let condition = " -n '__photos_in \(command.name)'"
            for option in command.options { lines.append("complete -c photos\(condition)" + parameters(of: option)) }
            for operand in CompletionTable.operands(of: command) {
                switch operand {
                case .words(let words):
                    lines.append("complete -c photos\(condition) -a \(quoted(words.joined(separator: " ")))")
                case .files: lines.append("complete -c photos\(condition) -F")
                case .text: break
                }
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func parameters(of option: OptionDescription) -> String {
        let name = " -l \(option.name.dropFirst(2)) -d \(quoted(option.help))"
        guard option.valueName != nil else { return name }
        switch CompletionTable.value(of: option) {
        case .words(let words): return name + " -x -a \(quoted(words.joined(separator: " ")))"
        case .files: return name + " -r -F"
        case .text: return name + " -x"
        }
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
