import type { MouseEvent } from 'react'
import type { PlayerContext } from './chrome.ts'
import type { Commands } from './commands.ts'
import { useTouch } from './touch/use-touch.ts'

/**
 * Handlers for the surface of the picture. Mouse: a click plays or pauses, a double click (whose two clicks
 * undo each other) is full screen. Fingers: touch/use-touch.ts.
 */
export function useGestures(context: PlayerContext, commands: Commands) {
  const { touch, burst, endBurst, fromFinger } = useTouch(context)
  const surface = {
    ...touch,
    onClick(event: MouseEvent) {
      if (!fromFinger(event)) context.player.wishes.togglePlay()
    },
    onDoubleClick(event: MouseEvent) {
      if (!fromFinger(event)) commands.fullscreen()
    },
  }
  return { surface, burst, endBurst }
}
