/** Where this device keeps progress that nobody has confirmed (progress-queue.ts). */
export const keptKey = 'hanpyeon.progress'

/** Whether any is kept, of this episode or at all, whoever's: asked before the code that sends it is fetched. */
export function anythingKept(episode_id?: number): boolean {
  try {
    const text = localStorage.getItem(keptKey)
    return (
      text !== null && (episode_id === undefined || text.includes(`"episode_id":${episode_id},`))
    )
  } catch {
    return false
  }
}
