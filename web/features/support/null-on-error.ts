/**
 * What could not be read is missing from its place, which says so quietly (D-70): the rest of the page stands. A page
 * with something missing is not kept for others.
 */
export async function nullOnError<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch {
    return null
  }
}
