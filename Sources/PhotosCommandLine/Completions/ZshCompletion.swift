/// The completion function for zsh.
struct ZshCompletion {
    var table: CompletionTable

    var script: String {
        let twoWords = table.commands.filter { $0.words.count > 1 }.map { "'\($0.name)'" }
        return """
            #compdef photos
            # Completions of photos(1) for zsh. Made by "photos completions zsh".
            _photos() {
                local -a given entries
                local i=2 word cur=${words[CURRENT]} previous=${words[CURRENT-1]} command operand
                local values=' \(table.optionsWithValue.joined(separator: " ")) '
                while (( i < CURRENT )); do
                    word=${words[i]}
                    if [[ $word == --* ]]; then
                        if [[ $values == *" $word "* ]]; then (( i += 1 )); fi
                    elif [[ $word != -?* ]]; then
                        given+=("$word")
                    fi
                    (( i += 1 ))
                done
                command=${given[1]-}
                operand=${#given}
                case "$command ${given[2]-}" in
                (\(twoWords.joined(separator: "|"))) command="$command ${given[2]}"; operand=$(( operand - 1 )) ;;
                esac
                case "$command $previous" in
            \(values)
                esac
                if [[ $values == *" $previous "* ]]; then return 1; fi
                if [[ $cur == -* ]]; then
                    case "$command" in
            \(options)
                    (*) entries=(\(entries(OptionDescription.common))) ;;
                    esac
                    _describe -o option entries
                    return
                fi
                case "$command" in
                ('') entries=(\(entries(after: []))); _describe command entries ;;
            \(groups)
                (*)
                    case "$command $operand" in
            \(operands)
                    esac ;;
                esac
            }
            _photos "$@"

            """
    }

    /// In single quotes, with the colon that ends the word kept for that.
    private func entry(_ word: String, _ text: String) -> String {
        let safe = text.replacing("'", with: "").replacing(":", with: "\\:")
        return "'\(word):\(safe)'"
    }

    private func entries(_ options: [OptionDescription]) -> String {
        options.map { entry($0.name, $0.help) }.joined(separator: " ")
    }

    private func entries(after words: [String]) -> String {
        table.next(after: words).map { entry($0.word, $0.summary) }.joined(separator: " ")
    }

    private func action(_ value: CompletionTable.Value) -> String? {
        switch value {
        case .words(let words): "compadd -- \(words.joined(separator: " "))"
        case .files: "_files"
        case .text: nil
        }
    }

    private var values: String {
        table.valueCases(action) { words, action in "    ('\(words)') \(action); return ;;" }
    }

    private var options: String {
        table.commands.map { "        ('\($0.name)') entries=(\(entries(table.options(of: $0)))) ;;" }
            .joined(separator: "\n")
    }

    private var groups: String {
        table.groups.map { "    (\($0)) entries=(\(entries(after: [$0]))); _describe command entries ;;" }
            .joined(separator: "\n")
    }

    private var operands: String {
        let lines = table.operandCases(action) { pattern, action in "        (\(pattern)) \(action) ;;" }
        return lines.isEmpty ? "        (*) ;;" : lines
    }
}
