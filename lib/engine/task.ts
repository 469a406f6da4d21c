/** The task: which message of a transcript has the first words of a person, behind what a tool writes in the user's name. */

import { memoise, type TranscriptIndex, USER } from './accounting';

/**
 * Names of blocks that agents' tools put into user messages: Claude Code, Codex, Cline, Cursor, Copilot, Grok, Qwen. A block by any
 * other name may well be how a person writes a prompt.
 */
const TOOL_BLOCK =
  /^(?:system[-_]\w+|command-(?:name|message|args|contents)|local-command-\w+|bash-\w+|ide_\w+|environment_(?:context|details)|user_(?:instructions|info|rules|shell_command)|project_layout|INSTRUCTIONS|EXTREMELY_IMPORTANT|permissions|collaboration_mode|skills?(?:_instructions)?|apps_instructions|plugins_instructions|turn_aborted|state_snapshot|subagent_notification|task-notification|new-diagnostics|[\w:]+-hook|[\w:]+-context|workspace_info|attachments|context|reminders?(?:Instructions)?)$/i;
/** A block's name at its beginning; it may have attributes. */
const OPENING = /<([A-Za-z][\w:-]{0,60})(?:\s[^<>]{0,400})?>/y;
/** How messages begin that a tool writes whole, without a block around them. */
const PREAMBLES = ['# AGENTS.md instructions', 'Caveat: The messages below', '[Request interrupted by user'];

/** What a user message says behind the blocks of a tool that it begins with; the empty text where nothing is left. Linear. */
export function wordsOfPerson(content: string): string {
  let at = 0;
  for (;;) {
    while (/\s/.test(content.charAt(at))) at++;
    if (PREAMBLES.some((preamble) => content.startsWith(preamble, at))) return '';
    OPENING.lastIndex = at;
    const opening = OPENING.exec(content);
    const name = opening?.[1];
    if (name === undefined || !TOOL_BLOCK.test(name)) return content.slice(at);
    const closing = `</${name}>`;
    const end = content.indexOf(closing, OPENING.lastIndex);
    if (end < 0) return '';
    at = end + closing.length;
  }
}

/**
 * The task of a transcript: its first user message with words of a person, or the first user message where no one has any; -1
 * where there is none. Looked for once a transcript: what a replay asks for again costs nothing.
 */
export function taskOf(index: TranscriptIndex): number {
  // What is still being written may yet bring it.
  return index.growth ? findTask(index) : memoise(index.memo, 'task', () => findTask(index));
}

function findTask({ roles, transcript }: TranscriptIndex): number {
  for (const [message, { content }] of transcript.messages.entries()) {
    if (roles[message] === USER && wordsOfPerson(content ?? '') !== '') return message;
  }
  return roles.indexOf(USER);
}
