import { menuMessages } from '#web/features/player/controls/menu-messages.ko.ts'
import type { PlayerContextValue, SleepChoice } from '#web/features/player/core/player.ts'

/** Pauses the video after a time, or keeps the next episode from starting. Replaces a running timer. */
export function setSleepTimer(
  { player, controls, showFeedback }: PlayerContextValue,
  choice: SleepChoice,
): void {
  controls.getState().sleep?.cancel()
  if (choice === 'off') return controls.setState({ sleep: null })
  function sleep() {
    controls.getState().sleep?.cancel()
    controls.setState({ sleep: null })
    player.requests.pause()
    showFeedback(menuMessages.sleep_ended)
  }
  if (choice === 'episode') {
    const cancel = player.media.subscribe(({ ended }) => ended && sleep())
    return controls.setState({ sleep: { choice, ends_at: null, cancel } })
  }
  const delay_ms = Number(choice) * 60_000
  const timer = setTimeout(sleep, delay_ms)
  controls.setState({
    sleep: { choice, ends_at: Date.now() + delay_ms, cancel: () => clearTimeout(timer) },
  })
}
