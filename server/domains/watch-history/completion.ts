/** D-45: the share of an episode after which it is done. */
const doneShare = 0.9

/** The second from which an episode counts as watched: 90 %, or where its ending begins if that comes before. */
export function completionSecond(runtime: number, ending_start: number | null): number {
  const share = Math.ceil(runtime * doneShare)
  return Math.max(1, ending_start === null ? share : Math.min(share, Math.floor(ending_start)))
}

/** Where to go on: where it was left, or the start once the end was reached. */
export function resumePosition(progress: number, done_at: number): number {
  return progress >= done_at ? 0 : progress
}
