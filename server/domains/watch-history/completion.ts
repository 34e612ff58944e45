/** Share of an episode after which it counts as completed. */
const completionShare = 0.9

/** @returns the second at which an episode is completed: 90 % of the runtime, or the start of the ending if earlier. */
export function completionSecond(runtime: number, ending_start: number | null): number {
  const share = Math.ceil(runtime * completionShare)
  return Math.max(1, ending_start === null ? share : Math.min(share, Math.floor(ending_start)))
}

/** @returns the second at which playback resumes: the saved position, or 0 after completion. */
export function resumePosition(progress: number, completed_at: number): number {
  return progress >= completed_at ? 0 : progress
}
