import type { Video } from '#contract/playback/playback.ts'
import type { RemoteMessage, RemotePlayer, RemoteSocketMessage } from '#contract/playback/remote.ts'
import { apiRequest } from '#web/api/client.ts'
import { sendRemoteMessage } from '#web/api/endpoints/playback.generated.ts'
import { episodeFullTitle } from '#web/features/catalog/cards/episode-card.tsx'
import type { PlayerContextValue } from '#web/features/player/core/player.ts'
import { playerInstanceId } from '#web/features/player/leases/stream-lease.ts'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { activePlayer } from '#web/lib/active-player.ts'

/** Milliseconds for which a player reports its changes after another page asked. */
const reportsFor_ms = 10 * 60_000

const send = (message: RemoteMessage) =>
  void apiRequest(sendRemoteMessage, { body: { message } }).catch(() => {})

/** Lets other pages of the profile see and control the player. Loaded when the first one asks. */
export function createRemotePlayer(
  { player, showFeedback }: PlayerContextValue,
  video: () => Video | undefined,
) {
  let reportsUntil = 0
  let reported = ''

  function stateOf({ episode, duration, next_episode, captions }: Video): RemotePlayer {
    const { current_time, paused } = player.media.getState()
    return {
      player: playerInstanceId(),
      episode_id: episode.id,
      title: episodeFullTitle(episode),
      position: Math.max(0, current_time),
      duration,
      is_paused: paused,
      has_next: next_episode !== null,
      has_captions: captions.length > 0,
    }
  }

  function report() {
    const current = video()
    if (current) send({ kind: 'state', state: stateOf(current) })
  }

  const stop = player.media.subscribe(({ paused, seeking }) => {
    if (performance.now() > reportsUntil) return
    // Others reckon the position themselves.
    const now = [video()?.episode.id, paused, seeking].join()
    if (now === reported) return
    reported = now
    if (!seeking) report()
  })

  function run({ command, seconds = 0 }: Extract<RemoteMessage, { kind: 'command' }>) {
    const { requests, commands } = activePlayer() ?? {}
    if (command === 'play') requests?.play()
    else if (command === 'pause') requests?.pause()
    else if (command === 'seek') requests?.seekBy(seconds)
    else if (command === 'next') commands?.next_episode()
    else commands?.toggle_captions()
  }

  return {
    onMessage({ device, message }: RemoteSocketMessage) {
      if (message.kind === 'query') {
        reportsUntil = performance.now() + reportsFor_ms
        report()
      } else if (message.kind === 'command' && message.player === playerInstanceId()) {
        run(message)
        // Said on the screen that is controlled, whatever the command shows.
        showFeedback(playerMessages.remote_feedback(device))
      }
    },
    close() {
      stop()
      if (reportsUntil > 0) send({ kind: 'closed', player: playerInstanceId() })
    },
  }
}
