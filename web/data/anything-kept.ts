/** Where this device keeps progress that nobody has confirmed (progress-queue.ts). */
export const keptKey = 'hanpyeon.progress'

/** Whether any is kept, whoever's: every page asks it before it fetches the code that sends it. */
export function anythingKept(): boolean {
  try {
    return localStorage.getItem(keptKey) !== null
  } catch {
    return false
  }
}
