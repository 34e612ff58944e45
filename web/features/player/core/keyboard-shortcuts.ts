/** What a key can mean in the player. */
export type PlayerCommand =
  | 'toggle_play'
  | 'back'
  | 'forward'
  | 'louder'
  | 'quieter'
  | 'mute'
  | 'fullscreen'
  | 'captions'
  | 'pip'
  | 'slower'
  | 'faster'
  | 'seek_percent'
  | 'start'
  | 'end'
  | 'next_episode'
  | 'previous_episode'
  | 'skip_opening'
  | 'list'

export type Shortcut = {
  readonly command: PlayerCommand
  /** `KeyboardEvent.code`: the place of the key, so the Korean keyboard (`key: 'ㅏ'`) changes nothing. */
  readonly codes: readonly string[]
  /** `either`: with it or without, as hands that come from other players do. */
  readonly shift?: true | 'either'
  /** Holding the key down does it again. */
  readonly repeats?: true
  /** As printed on the keys, for the list. */
  readonly keys: readonly string[]
}

const digits = Array.from({ length: 10 }, (_, digit) => [`Digit${digit}`, `Numpad${digit}`]).flat()

/** In the order of the list under `?`. */
export const shortcuts: readonly Shortcut[] = [
  { command: 'toggle_play', codes: ['Space', 'KeyK'], keys: ['Space', 'K'] },
  { command: 'back', codes: ['ArrowLeft', 'KeyJ'], repeats: true, keys: ['←', 'J'] },
  { command: 'forward', codes: ['ArrowRight', 'KeyL'], repeats: true, keys: ['→', 'L'] },
  { command: 'louder', codes: ['ArrowUp'], repeats: true, keys: ['↑'] },
  { command: 'quieter', codes: ['ArrowDown'], repeats: true, keys: ['↓'] },
  { command: 'mute', codes: ['KeyM'], keys: ['M'] },
  { command: 'fullscreen', codes: ['KeyF'], keys: ['F'] },
  { command: 'captions', codes: ['KeyC'], keys: ['C'] },
  { command: 'pip', codes: ['KeyP'], keys: ['P'] },
  { command: 'slower', codes: ['Comma'], shift: 'either', keys: [','] },
  { command: 'faster', codes: ['Period'], shift: 'either', keys: ['.'] },
  { command: 'seek_percent', codes: digits, keys: ['0', '…', '9'] },
  { command: 'start', codes: ['Home'], keys: ['Home'] },
  { command: 'end', codes: ['End'], keys: ['End'] },
  { command: 'skip_opening', codes: ['KeyS'], keys: ['S'] },
  { command: 'next_episode', codes: ['KeyN'], shift: true, keys: ['Shift', 'N'] },
  { command: 'previous_episode', codes: ['KeyP'], shift: true, keys: ['Shift', 'P'] },
  { command: 'list', codes: ['Slash'], shift: true, keys: ['?'] },
]

/** An upright film goes on by the keys that point up and down; the sound has its button (D-43). */
export const verticalShortcuts: readonly Shortcut[] = shortcuts.flatMap((one): Shortcut[] => {
  if (one.command === 'louder' || one.command === 'quieter') return []
  if (one.command === 'next_episode')
    return [{ command: one.command, codes: ['ArrowDown'], keys: ['↓'] }, one]
  if (one.command === 'previous_episode')
    return [{ command: one.command, codes: ['ArrowUp'], keys: ['↑'] }, one]
  return [one]
})

/** Those of them that are heard between two films, too. */
export const pagingShortcuts = verticalShortcuts.filter(
  ({ command }) => command === 'next_episode' || command === 'previous_episode',
)

/** The part of a keyboard event that decides. */
export type KeyPress = Pick<
  KeyboardEvent,
  'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'
>

/** The shortcut of a key press, undefined where it is nobody's; ctrl, meta and alt belong to the browser. */
export function matchShortcut(
  press: KeyPress,
  list: readonly Shortcut[] = shortcuts,
): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  const found = list.find(
    ({ codes, shift = false }) =>
      codes.includes(press.code) && (shift === 'either' || shift === press.shiftKey),
  )
  return press.repeat && !found?.repeats ? undefined : found
}

/** 0.3 for the digit 3 of either block. */
export function digitFraction(code: string): number {
  return Number(code.at(-1)) / 10
}

/**
 * Whether the focused element wants this key for itself: text fields all keys, buttons and links the keys
 * that press them, sliders and lists the keys that move in them.
 */
export function isKeyHandledBy(element: Element | null, code: string): boolean {
  if (!element) return false
  if (element.closest('input:not([type="range"]), textarea, select, [contenteditable="true"]'))
    return true
  if (element.closest('dialog, [role="dialog"], [role="menu"], [popover]')) return true
  if (code === 'Space') return element.closest('button, a[href], summary, [role="button"]') !== null
  const moves = code.startsWith('Arrow') || code === 'Home' || code === 'End'
  return moves && element.closest('[role="slider"], [role="tablist"]') !== null
}
