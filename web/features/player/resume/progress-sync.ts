import { followProfile } from '#web/features/player/core/follow-profile.ts'
import type { Video } from '#contract/playback/playback.ts'
import { WatchSocketMessage } from '#contract/watch-history/watch-history.ts'
import { authStore } from '#web/session/auth-store.ts'
import { progressSenderOf, outboxOf } from '#web/session/progress-outbox-sync.ts'
import { createReconnectNotice } from '#web/session/reconnect-notice.ts'
import { memberSocket, schedule } from '#web/session/page-socket.ts'
import type { PlayerContextValue } from '#web/features/player/core/player.ts'
import { nextCardStart } from '#web/features/player/overlays/next-episode.tsx'
import {
  type Claim,
  createStreamLease,
  releaseLease,
  acquireLease,
} from '#web/features/player/leases/stream-lease.ts'
import type { RemoteSocketMessage } from '#contract/playback/remote.ts'
import type { createRemotePlayer } from './remote-player.ts'
import { createProgressReporter, trackProgress } from './progress-reporter.ts'
import type { PlayerStore, MediaState } from '#web/features/player/core/media-state.ts'

/** Syncs a profile's progress and stream lease with the server. Loaded for members only. */
export type ProgressSync = {
  /** Tracks a video until the returned function is called. */
  track(video: Video): () => void
  /** Acquires the stream lease again. */
  claim(): Promise<Claim>
  /** Marks the video as completed if the user moves on at the ending. */
  markCompleted(): void
  close(): void
}

type RemotePlayer = ReturnType<typeof createRemotePlayer>

type TrackedVideo = {
  video: Video
  tracker: ReturnType<typeof trackProgress>
  crossDeviceResume: ReturnType<typeof createCrossDeviceResume>
}

const leaseOf = ({
  player: { media: state, requests },
  controls,
}: Pick<PlayerContextValue, 'player' | 'controls'>) =>
  createStreamLease({
    state,
    schedule,
    pause: () => requests.pause(),
    acquire: (episode_id) =>
      acquireLease(episode_id, { position: state.getState().current_time }).catch(
        () => 'unreachable' as const,
      ),
    release: releaseLease,
    onLost: (lease_lost) => controls.setState({ lease_lost }),
  })

/** Sends the progress of the playing video, and keeps its stream lease. */
export function startProgressSync(context: PlayerContextValue, profile_id: number): ProgressSync {
  const { player, controls } = context
  const { media: state, requests } = player
  let current: TrackedVideo | null = null

  const outbox = outboxOf(profile_id)
  const notice = createReconnectNotice(() => memberSocket.reconnect())
  // A socket saves to the profile that the session had when it opened, so after another was chosen nothing is sent.
  const isSelected = () => authStore.getState().user.profile?.id === profile_id
  const reporter = createProgressReporter({
    socket: {
      get state() {
        return memberSocket.state
      },
      send: (progress) => isSelected() && memberSocket.send(progress),
    },
    outbox,
    post: progressSenderOf(profile_id),
    onSaved: (progress_saved) => controls.setState({ progress_saved }),
    onRemoteProgress({ episode_id, progress }) {
      if (current?.video.episode.id === episode_id)
        current.crossDeviceResume.onRemoteProgress(progress)
    },
  })

  const lease = leaseOf({ player, controls })

  const unsubscribe = memberSocket.subscribe({
    // Also in a hidden page: while it plays, and while there is something to send.
    isNeeded: () => !state.getState().paused || outbox.list().length > 0,
    onState(state) {
      reporter.onSocketState(state)
      lease.onSocketState(state)
      notice(state)
    },
    onMessage(text) {
      const message = parseMessage(text)
      if (message?.type === 'remote') void onRemote(message)
      else if (message?.type === 'stream_ended') lease.onTakenOver(message.stream_id, message.by)
      else if (message) reporter.onMessage(message)
    },
  })

  /** Loaded when another page of the profile asks for players. */
  let remote: Promise<RemotePlayer | null> | undefined
  async function onRemote(message: RemoteSocketMessage) {
    if (message.message.kind === 'state') return
    remote ??= import('./remote-player.ts').then(
      ({ createRemotePlayer }) => createRemotePlayer(context, () => current?.video),
      () => null,
    )
    ;(await remote)?.onMessage(message)
  }

  function flush() {
    const progress = current?.tracker.unreported() ?? null
    const episode_id = current?.video.episode.id
    reporter.flush(progress === null || episode_id === undefined ? null : { episode_id, progress })
  }

  const stop = new AbortController()
  const { signal } = stop
  addEventListener('pagehide', flush, { signal })
  addEventListener('pagehide', () => lease.onPageHide(), { signal })
  addEventListener('pageshow', () => lease.onPageShow(), { signal })
  // The system can discard a hidden page without further events.
  onPageHidden(() => (memberSocket.state === 'open' ? current?.tracker.report() : flush()), {
    signal,
  })
  const stopFollowing = followProfile(player.preferences)

  return {
    track(video) {
      const episode_id = video.episode.id
      const tracker = trackProgress({
        state,
        schedule,
        report: (progress) => reporter.report({ episode_id, progress }),
      })
      const crossDeviceResume = createCrossDeviceResume({
        state,
        seekTo: (time) => requests.seekTo(time),
        onChange: (other_device_position) => controls.setState({ other_device_position }),
      })
      current = { video, tracker, crossDeviceResume }
      const stopLease = lease.track(episode_id)
      return () => {
        stopLease()
        tracker.stop()
        crossDeviceResume.stop()
        current = null
      }
    },
    claim: () => lease.claim(),
    markCompleted() {
      if (!current) return
      const { duration, markers } = current.video
      if (state.getState().current_time >= nextCardStart(duration, markers))
        current.tracker.markCompleted()
    },
    close() {
      stop.abort()
      stopFollowing()
      void remote?.then((player) => player?.close())
      // Sends unconfirmed progress once more, by a request that outlives the page.
      reporter.flush(null)
      unsubscribe()
    },
  }
}

const onPageHidden = (run: () => void, options: { signal: AbortSignal }) =>
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'hidden' && run(),
    options,
  )

function parseMessage(text: string): WatchSocketMessage | null {
  try {
    return WatchSocketMessage.parse(JSON.parse(text))
  } catch {
    // A message type of a later server version.
    return null
  }
}

/** Seconds below which two positions count as the same. */
const samePosition_s = 2

/**
 * Continues at the position of another device when playback resumes, if it progressed while paused here. A
 * manual seek cancels that.
 */
export function createCrossDeviceResume(deps: {
  state: PlayerStore<MediaState>
  seekTo: (current_time: number) => void
  /** Called with the other device's position in seconds, or null once it no longer applies. */
  onChange: (position: number | null) => void
}): { onRemoteProgress(position: number): void; stop(): void } {
  const { state } = deps
  let remotePosition: number | null = null

  function setRemotePosition(position: number | null) {
    if (position === remotePosition) return
    remotePosition = position
    deps.onChange(position)
  }

  function update() {
    if (remotePosition === null) return
    const { paused, seeking } = state.getState()
    if (seeking) setRemotePosition(null)
    else if (!paused) {
      const position = remotePosition
      setRemotePosition(null)
      deps.seekTo(position)
    }
  }

  const unsubscribe = state.subscribe(update)
  return {
    onRemoteProgress(position) {
      const { paused, current_time, duration } = state.getState()
      if (!paused) return
      // At the very end there is nothing left to resume.
      setRemotePosition(
        Math.abs(position - current_time) < samePosition_s || position >= duration - 1
          ? null
          : position,
      )
    },
    stop() {
      unsubscribe()
      setRemotePosition(null)
    },
  }
}
