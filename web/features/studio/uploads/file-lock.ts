/** Name of the lock under which one tab of this browser sends a file. */
export const fileLockName = ({ name, size, lastModified }: File): string =>
  `hanpyeon.upload.${size}.${lastModified}.${name}`

/**
 * Waits until no other tab of this browser sends the file. Where the browser has no locks, as without HTTPS, the server still
 * admits one writer at a time.
 * @param onWait called if another tab sends it
 * @returns a function that lets other tabs send it
 * @throws the reason of `signal` when it aborts
 */
export function lockFile(
  name: string,
  onWait: () => void,
  signal: AbortSignal,
): Promise<() => void> {
  const locks = globalThis.navigator?.locks
  if (!locks) return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    const hold = () => new Promise<void>((release) => resolve(release))
    locks
      .request(name, { ifAvailable: true }, (lock): Promise<void> => {
        if (lock) return hold()
        onWait()
        return locks.request(name, { signal }, hold)
      })
      .catch(reject)
  })
}
