/** Resolves to null instead of rejecting, so that one failed section does not fail the page (D-70). */
export async function nullOnError<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch {
    return null
  }
}
