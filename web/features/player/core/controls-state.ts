import type { LeaseLost } from '#web/features/player/leases/stream-lease.ts'
import { createPlayerStore, type PlayerStore } from './media-state.ts'
import type { Player } from './player.ts'

/** State of the controls, apart from the media. */
export type ControlsState = {
  /** The user moved, touched or pressed a key recently. */
  user_active: boolean
  /** The touch lock is on. */
  locked: boolean
  settings_open: boolean
  shortcuts_open: boolean
  episodes_open: boolean
  /** Feedback on the last action, shown and announced to screen readers. */
  feedback: { text: string; id: number } | null
  /** Position in seconds on the member's other device, while paused here. */
  other_device_position: number | null
  /** Why the stream lease was lost (D-46). */
  lease_lost: LeaseLost | null
}

export type PlayerContextValue = {
  player: Player
  controls: PlayerStore<ControlsState>
  /** Shows a transient message over the picture. */
  showFeedback: (text: string) => void
}

export function createControls(): Pick<PlayerContextValue, 'controls' | 'showFeedback'> {
  const controls = createPlayerStore<ControlsState>({
    user_active: true,
    locked: false,
    settings_open: false,
    shortcuts_open: false,
    episodes_open: false,
    feedback: null,
    other_device_position: null,
    lease_lost: null,
  })
  let id = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    controls,
    showFeedback(text) {
      clearTimeout(timer)
      controls.setState({ feedback: { text, id: (id += 1) } })
      timer = setTimeout(() => controls.setState({ feedback: null }), 1500)
    },
  }
}
