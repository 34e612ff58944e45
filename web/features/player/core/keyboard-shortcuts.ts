/** `C` are the commands that it may run. */
export type Shortcut<C extends string = PlayerCommand> = {
  readonly command: C
  /** `KeyboardEvent.code`, the physical key, so the Korean layout (`key: 'ㅏ'`) has no effect. */
  readonly codes: readonly string[]
  /** `either` accepts the key with or without Shift, since other players use `<` and `>`. */
  readonly shift?: true | 'either'
  /** Repeats while the key is held. */
  readonly repeats?: true
  /** Key labels for the shortcuts dialog. */
  readonly keys: readonly string[]
}

const digits = Array.from({ length: 10 }, (_, digit) => [`Digit${digit}`, `Numpad${digit}`]).flat()

/** In the order of the shortcuts dialog. */
const commandKeys = [
  { command: 'toggle_play', codes: ['Space', 'KeyK'], keys: ['Space', 'K'] },
  { command: 'seek_backward', codes: ['ArrowLeft', 'KeyJ'], repeats: true, keys: ['←', 'J'] },
  { command: 'seek_forward', codes: ['ArrowRight', 'KeyL'], repeats: true, keys: ['→', 'L'] },
  { command: 'volume_up', codes: ['ArrowUp'], repeats: true, keys: ['↑'] },
  { command: 'volume_down', codes: ['ArrowDown'], repeats: true, keys: ['↓'] },
  { command: 'toggle_mute', codes: ['KeyM'], keys: ['M'] },
  { command: 'toggle_fullscreen', codes: ['KeyF'], keys: ['F'] },
  { command: 'toggle_captions', codes: ['KeyC'], keys: ['C'] },
  { command: 'toggle_pip', codes: ['KeyP'], keys: ['P'] },
  { command: 'rate_down', codes: ['Comma'], shift: 'either', keys: [','] },
  { command: 'rate_up', codes: ['Period'], shift: 'either', keys: ['.'] },
  { command: 'seek_percent', codes: digits, keys: ['0', '…', '9'] },
  { command: 'seek_to_start', codes: ['Home'], keys: ['Home'] },
  { command: 'seek_to_end', codes: ['End'], keys: ['End'] },
  { command: 'skip_opening', codes: ['KeyS'], keys: ['S'] },
  { command: 'next_episode', codes: ['KeyN'], shift: true, keys: ['Shift', 'N'] },
  { command: 'previous_episode', codes: ['KeyP'], shift: true, keys: ['Shift', 'P'] },
  { command: 'show_episodes', codes: ['KeyE'], keys: ['E'] },
  { command: 'toggle_stats', codes: ['KeyI'], keys: ['I'] },
  { command: 'show_shortcuts', codes: ['Slash'], shift: true, keys: ['?'] },
] as const satisfies readonly Shortcut<string>[]

/** Player commands that keys can trigger. */
export type PlayerCommand = (typeof commandKeys)[number]['command']

export const shortcuts: readonly Shortcut[] = commandKeys

/** Vertical videos use the up and down arrows for paging instead of volume. */
export const verticalShortcuts: readonly Shortcut[] = shortcuts.flatMap((shortcut): Shortcut[] => {
  if (shortcut.command === 'volume_up' || shortcut.command === 'volume_down') return []
  if (shortcut.command === 'next_episode')
    return [{ command: shortcut.command, codes: ['ArrowDown'], keys: ['↓'] }, shortcut]
  if (shortcut.command === 'previous_episode')
    return [{ command: shortcut.command, codes: ['ArrowUp'], keys: ['↑'] }, shortcut]
  return [shortcut]
})

/** Paging shortcuts, which also work while the next video loads. */
export const pagingShortcuts = verticalShortcuts.filter(
  ({ command }) => command === 'next_episode' || command === 'previous_episode',
)

/** The part of a keyboard event that `matchShortcut` reads. */
export type KeyPress = Pick<
  KeyboardEvent,
  'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'
>

/** Returns the shortcut for a key press. Ctrl, Meta and Alt combinations belong to the browser. */
export function matchShortcut(
  keyPress: KeyPress,
  list: readonly Shortcut[] = shortcuts,
): Shortcut | undefined {
  if (keyPress.ctrlKey || keyPress.metaKey || keyPress.altKey) return undefined
  const shortcut = list.find(
    ({ codes, shift = false }) =>
      codes.includes(keyPress.code) && (shift === 'either' || shift === keyPress.shiftKey),
  )
  return keyPress.repeat && !shortcut?.repeats ? undefined : shortcut
}

/** Returns the digit of a `code` as a fraction: `Digit3` and `Numpad3` are 0.3. */
export function digitFraction(code: string): number {
  return Number(code.at(-1)) / 10
}

/**
 * Whether the focused element handles the key: text fields every key, buttons and links Space, sliders and tab lists
 * the navigation keys. A control of the player that was pressed by pointer keeps the focus, but Space is no second press
 * of it (decisions/0031-player-engine).
 * @param lastInput how the focus was last moved.
 */
export function isKeyHandledBy(
  element: Element | null,
  code: string,
  lastInput: 'pointer' | 'keyboard',
): boolean {
  if (!element) return false
  if (element.closest('input:not([type="range"]), textarea, select, [contenteditable="true"]'))
    return true
  if (element.closest('dialog, [role="dialog"], [role="menu"], [popover]')) return true
  if (code === 'Space') {
    const control = element.closest('button, a[href], summary, [role="button"]')
    return control !== null && (lastInput === 'keyboard' || control.closest('.player') === null)
  }
  const isNavigationKey = code.startsWith('Arrow') || code === 'Home' || code === 'End'
  return isNavigationKey && element.closest('[role="slider"], [role="tablist"]') !== null
}
