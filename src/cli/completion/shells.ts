import type { CommandWords, Offer } from './words.js';

/** A text in single quotes, safe in every shell here. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const listed = (offer: Offer): string => (offer.kind === 'words' ? offer.words.join(' ') : '');

/** How bash fills COMPREPLY with what is offered. */
function bashReply(offer: Offer, files = false): string {
  const parts: string[] = [];
  if (offer.kind === 'words') parts.push(`-W ${quote(listed(offer))}`);
  if (offer.kind === 'files' || files) parts.push('-f');
  if (offer.kind === 'folders') parts.push('-d');
  return parts.length === 0 ? 'COMPREPLY=()' : `COMPREPLY=($(compgen ${parts.join(' ')} -- "$word"))`;
}

/** A completion script for bash. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  const cases = commands.map((command) => {
    const flags = command.options.map(({ flag }) => flag).join(' ');
    const valued = command.options.flatMap(({ flag, value }) =>
      value ? [`        ${flag}) ${bashReply(value)}; return ;;`] : [],
    );
    const before = valued.length > 0 ? `      case "$previous" in\n${valued.join('\n')}\n      esac\n` : '';
    return `    ${command.name})
${before}      if [[ $word == -* ]]; then ${bashReply({ kind: 'words', words: flags.split(' ') })}
      else ${bashReply(command.operand, command.files && command.operand.kind === 'words')}; fi ;;`;
  });
  const names = commands.map(({ name }) => name).join(' ');
  return `# bash completion of stickslip; to use it: source <(stickslip completion bash)
_stickslip() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quote(`${names} help --help --version`)} -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    help) COMPREPLY=($(compgen -W ${quote(names)} -- "$word")) ;;
  esac
}
complete -o filenames -F _stickslip stickslip
`;
}

/** What zsh's _arguments takes as an action. */
function zshAction(offer: Offer, files = false): string {
  if (offer.kind === 'words')
    return files ? `_alternative "names::(${listed(offer)})" "files::_files"` : `(${listed(offer)})`;
  if (offer.kind === 'files') return '_files';
  return offer.kind === 'folders' ? '_files -/' : ' ';
}

/** Text inside the brackets of a zsh option. */
const zshText = (text: string): string => text.replace(/[[\]\\:]/g, (letter) => `\\${letter}`);

/** A completion script for zsh. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ name, options, operand, files }) => {
    const specs = options.map(({ flag, summary, value }) =>
      quote(`${flag}[${zshText(summary)}]${value ? `:value:${zshAction(value)}` : ''}`),
    );
    const action = zshAction(operand, files);
    // an action that is a command of its own begins with a space
    const rest = quote(`*:argument:${action.startsWith('_alternative') ? ` ${action}` : action}`);
    return `    ${name}) _arguments ${[...specs, rest].join(' \\\n      ')} ;;`;
  });
  const names = commands.map(({ name, summary }) => `    ${quote(`${name}:${zshText(summary)}`)}`);
  return `#compdef stickslip
# zsh completion of stickslip; to use it: source <(stickslip completion zsh)
_stickslip() {
  local -a commands=(
${names.join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${cases.join('\n')}
  esac
}
compdef _stickslip stickslip
`;
}

/** A completion script for fish. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ name, summary, options, operand, files }) => {
    const when = `-n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    const own = options.map(({ flag, summary: about, value }) => {
      const takes = !value
        ? ''
        : value.kind === 'words'
          ? ` -x -a ${quote(listed(value))}`
          : value.kind === 'files' || value.kind === 'folders'
            ? ' -r -F'
            : ' -x';
      return `complete -c stickslip ${when} -l ${flag.slice(2)} -d ${quote(about)}${takes}`;
    });
    const given = operand.kind === 'words' ? [`complete -c stickslip ${when} -a ${quote(listed(operand))}`] : [];
    const open = files ? [`complete -c stickslip ${when} -F`] : [];
    const begin = `complete -c stickslip -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`;
    return [begin, ...own, ...given, ...open];
  });
  return `# fish completion of stickslip; to use it: stickslip completion fish | source
complete -c stickslip -f
${lines.join('\n')}
`;
}
