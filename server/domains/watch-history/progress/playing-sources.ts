import type { WatchProgress } from '#contract/watch-history/watch-history.ts'
import type { PlayingPosition, ProgressSource } from '#server/api/progress-port.ts'

/** A player that plays on reports every 5 s. A report before this time says more: a pause, a seek, the end. */
const minIntervalMs = 4_000
/** Without a report for this time the player has paused or is gone. */
const silentAfterMs = 7_500
/** A report this long after the last stored one is stored: the one after 30 s. */
const storeAfterMs = 27_500
/** Seconds of the film in a second at the highest speed, and the error of two positions in whole seconds. */
const [maxSpeed, rounding] = [2, 1.5]
const sweepIntervalMs = 1_000

/** The last report of a player. */
type Playing = PlayingReport & {
  stored_at: number
  /** Whether the report was passed on to be stored. */
  isStored: boolean
  /** Whether the last stored report was accepted and not that of another device. */
  isAccepted: boolean
  /** Seconds of the film in a second; 0 until two reports show that it plays. */
  speed: number
}

type PlayingReport = {
  profile_id: number
  episode_id: number
  progress: number
  reported_at: number
}

/** @returns the speed of a player that played on between two reports; undefined after a pause, a seek or another episode. */
export function speedBetween(last: PlayingReport, next: PlayingReport): number | undefined {
  if (last.profile_id !== next.profile_id || last.episode_id !== next.episode_id) return undefined
  const elapsedMs = next.reported_at - last.reported_at
  if (elapsedMs < minIntervalMs || elapsedMs > silentAfterMs) return undefined
  const advance = next.progress - last.progress
  if (advance < 0 || advance > (maxSpeed * elapsedMs) / 1_000 + rounding) return undefined
  const speed = Math.min(maxSpeed, (advance * 1_000) / elapsedMs)
  // Positions are whole seconds.
  return Math.abs(speed - 1) < 0.3 ? 1 : speed
}

/**
 * Keeps the positions of players that play on, and passes each to `store` at most every 30 s. What a player reports by a pause, a seek
 * or the end is stored at once, and what it reported last once it is silent or gone.
 */
export function createPlayingSources(
  store: (profile_id: number, progress: WatchProgress, source: ProgressSource) => void,
  elapsed: () => number,
) {
  const players = new Map<ProgressSource, Playing>()

  function storeLast(source: ProgressSource, playing: Playing) {
    if (playing.isStored) return
    playing.isStored = true
    playing.stored_at = elapsed()
    const { profile_id, episode_id, progress } = playing
    store(profile_id, { episode_id, progress }, source)
  }

  const sweep = () => {
    const now = elapsed()
    for (const [source, playing] of players)
      if (now - playing.reported_at > silentAfterMs) storeLast(source, playing)
  }
  const timer = setInterval(sweep, sweepIntervalMs)
  timer.unref()

  /** @returns whether the report is kept here. */
  function keep(profile_id: number, progress: WatchProgress, source: ProgressSource): boolean {
    if (!source.is_player) return false
    const last = players.get(source)
    const report = { profile_id, ...progress, reported_at: elapsed() }
    const speed = last && speedBetween(last, report)
    if (last && speed === undefined && last.episode_id !== report.episode_id)
      storeLast(source, last)
    const playsOn = last?.isAccepted === true && speed !== undefined
    const isKept = playsOn && report.reported_at - last.stored_at < storeAfterMs
    players.set(source, {
      ...report,
      speed: speed ?? 0,
      stored_at: isKept ? last.stored_at : report.reported_at,
      isStored: !isKept,
      isAccepted: playsOn,
    })
    return isKept
  }

  return {
    /** Takes a report, and stores it unless the player plays on. */
    record(profile_id: number, progress: WatchProgress, source: ProgressSource) {
      if (!keep(profile_id, progress, source)) store(profile_id, progress, source)
    },

    /** Called when progress of a source has been stored. A late one is smaller than that of another device, which stays. */
    onStored(source: ProgressSource, sent: WatchProgress, progress: number) {
      const playing = players.get(source)
      if (playing?.episode_id === sent.episode_id) playing.isAccepted = progress <= sent.progress
    },

    /** Stores what a source that closes has reported last. */
    leave(source: ProgressSource) {
      const playing = players.get(source)
      if (playing) storeLast(source, playing)
      players.delete(source)
    },

    /** Where a profile plays an episode now, from the newest report of its players here. */
    position(profile_id: number, episode_id: number): PlayingPosition | undefined {
      let newest: Playing | undefined
      for (const playing of players.values())
        if (playing.profile_id === profile_id && playing.episode_id === episode_id)
          if (!newest || playing.reported_at > newest.reported_at) newest = playing
      if (!newest) return undefined
      const age_ms = elapsed() - newest.reported_at
      if (age_ms > silentAfterMs) return undefined
      return { progress: Math.floor(newest.progress + (newest.speed * age_ms) / 1_000), age_ms }
    },

    storeAll() {
      for (const [source, playing] of players) storeLast(source, playing)
    },

    stop() {
      clearInterval(timer)
      for (const [source, playing] of players) storeLast(source, playing)
    },
  }
}
