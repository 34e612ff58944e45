import { useEffect } from 'react'
import type { PlayerContextValue } from './player-context.tsx'
import type { Commands } from './commands.ts'
import { isKeyHandledBy, matchShortcut, shortcuts, type Shortcut } from './keyboard-shortcuts.ts'

/** Hears keys anywhere on the page, after everything that has the focus has had its turn. */
export function useShortcuts(
  { player, chrome }: PlayerContextValue,
  commands: Partial<Commands>,
  list: readonly Shortcut[] = shortcuts,
): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      if (!player.choices.get().shortcuts || chrome.get().shortcuts_open) return
      const shortcut = matchShortcut(event, list)
      const target = event.target instanceof Element ? event.target : null
      const command = shortcut && commands[shortcut.command]
      if (!command || isKeyHandledBy(target, event.code)) return
      event.preventDefault()
      command(event.code)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [player, chrome, commands, list])
}
