/// The completion script for bash.
struct BashCompletion {
    var table: CompletionTable

    var script: String {
        let known = table.commands.map { "'\($0.name)'" }
        let twoWords = table.commands.filter { $0.words.count > 1 }.map { "'\($0.name)'" }
        return """
            # Completions of photos(1) for bash. Made by "photos completions bash".
            _photos() {
                local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} i=1 word command operand
                local given=() values=' \(table.optionsWithValue.joined(separator: " ")) '
                if [[ $cur == = ]]; then cur=; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
                while ((i < COMP_CWORD)); do
                    word=${COMP_WORDS[i]}
                    case $word in
                    --*)
                        if [[ $values == *" $word "* ]]; then
                            i=$((i + 1))
                            if [[ ${COMP_WORDS[i]-} == = ]]; then i=$((i + 1)); fi
                        fi ;;
                    -?*) ;;
                    *) given+=("$word") ;;
                    esac
                    i=$((i + 1))
                done
                command=${given[0]-}
                operand=${#given[@]}
                case "$command ${given[1]-}" in
                \(twoWords.joined(separator: "|"))) command="$command ${given[1]}"; operand=$((operand - 1)) ;;
                esac
                COMPREPLY=()
                case "$command $previous" in
            \(values)
                esac
                if [[ $values == *" $previous "* ]]; then return; fi
                if [[ $cur == -* ]]; then
                    case "$command" in
            \(options)
                    *) _photos_words '\(names(OptionDescription.common))' ;;
                    esac
                    return
                fi
                case "$command" in
                '') _photos_words '\(words(after: []))' ;;
            \(groups)
                \(known.joined(separator: "|")))
                    case "$command $operand" in
            \(operands)
                    esac ;;
                esac
            }
            _photos_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
            _photos_files() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
            complete -F _photos photos

            """
    }

    private func names(_ options: [OptionDescription]) -> String { options.map(\.name).joined(separator: " ") }

    private func words(after words: [String]) -> String {
        table.next(after: words).map(\.word).joined(separator: " ")
    }

    private func action(_ value: CompletionTable.Value) -> String? {
        switch value {
        case .words(let words): "_photos_words '\(words.joined(separator: " "))'"
        case .files: "_photos_files"
        case .text: nil
        }
    }

    private var values: String {
        table.valueCases(action) { words, action in "    '\(words)') \(action); return ;;" }
    }

    private var options: String {
        table.commands.map { "        '\($0.name)') _photos_words '\(names(table.options(of: $0)))' ;;" }
            .joined(separator: "\n")
    }

    private var groups: String {
        table.groups.map { "    \($0)) _photos_words '\(words(after: [$0]))' ;;" }.joined(separator: "\n")
    }

    private var operands: String {
        let lines = table.operandCases(action) { pattern, action in "        \(pattern)) \(action) ;;" }
        return lines.isEmpty ? "        *) ;;" : lines
    }
}
