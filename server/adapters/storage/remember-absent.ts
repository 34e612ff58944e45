import type { StorageKey, Storage } from './storage.ts'

/** Time in ms for which a missing file is not looked up again. */
const absentMs = 10_000
/** Maximum remembered names: about 2 MB. */
const maxNames = 10_000
/** Longer names are not remembered. */
const maxNameLength = 200

/**
 * Caches missing files for a short time, so that repeated requests for one do not reach the store. A file written by this
 * process is found at once; a file of another process after at most 10 s, or at once if `forget` is called on its
 * notification.
 * @param now milliseconds of a monotonic clock.
 */
export function rememberAbsent(files: Storage, now: () => number): Storage & { forget(): void } {
  /** By name, the time until which the file counts as absent. */
  const absent = new Map<string, number>()
  /** Counts changes that may create a file, so that the result of an earlier lookup is not cached. */
  let changes = 0

  function isAbsent(name: StorageKey): boolean {
    const until = absent.get(name)
    if (until === undefined) return false
    if (until > now()) return true
    absent.delete(name)
    return false
  }

  function remember(name: StorageKey) {
    if (name.length > maxNameLength) return
    if (absent.size >= maxNames) absent.clear()
    absent.set(name, now() + absentMs)
  }

  function forget() {
    changes++
    absent.clear()
  }

  /** Clears the cache after `write`, even if it failed, because part of it may be stored. */
  const clearAfter = <T>(write: Promise<T>): Promise<T> => write.finally(forget)

  return {
    ...files,
    async read(name, up_to) {
      if (isAbsent(name)) return undefined
      const before = changes
      const file = await files.read(name, up_to)
      if (!file && before === changes) remember(name)
      return file
    },
    put: (...args) => clearAfter(files.put(...args)),
    import: (...args) => clearAfter(files.import(...args)),
    putFolder: (...args) => clearAfter(files.putFolder(...args)),
    publish: (...args) => clearAfter(files.publish(...args)),
    forget,
  }
}
