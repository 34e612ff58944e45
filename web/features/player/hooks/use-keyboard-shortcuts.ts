import { useEffect } from 'react'
import type { PlayerContextValue } from '#web/features/player/core/controls-state.ts'
import type { Commands } from '#web/features/player/core/commands.ts'
import {
  isKeyHandledBy,
  matchShortcut,
  shortcuts,
  type Shortcut,
} from '#web/features/player/core/keyboard-shortcuts.ts'

/** Handles shortcuts on the whole page, after the focused element. */
export function useKeyboardShortcuts(
  { player, controls }: PlayerContextValue,
  commands: Partial<Commands>,
  list: readonly Shortcut[] = shortcuts,
): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      if (!player.preferences.getState().shortcuts || controls.getState().shortcuts_open) return
      const shortcut = matchShortcut(event, list)
      const target = event.target instanceof Element ? event.target : null
      const command = shortcut && commands[shortcut.command]
      if (!command || isKeyHandledBy(target, event.code)) return
      event.preventDefault()
      command(event.code)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [player, controls, commands, list])
}
