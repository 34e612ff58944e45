import type { StorageKey, Storage } from './storage.ts'

/** How long a file that was not there is not looked for again, in ms. */
const absentFor = 10_000
/** Names that are remembered: about 2 MB. */
const mostNames = 10_000
/** Longer names are not remembered. */
const longestName = 200

/**
 * Reads files and remembers for a short time which were not there, so that asking again and again for one that is gone
 * costs the store nothing. What this process writes is found at once. What another process writes is found at the latest
 * after 10 s, and at once where `forget` is called upon its notice.
 * @param now milliseconds of a clock that does not go back.
 */
export function rememberAbsent(files: Storage, now: () => number): Storage & { forget(): void } {
  /** By name, the instant until which the file counts as absent. */
  const absent = new Map<string, number>()
  /** Counts what may have made a file appear, so that a look that began before it is not remembered. */
  let changes = 0

  function isAbsent(name: StorageKey): boolean {
    const until = absent.get(name)
    if (until === undefined) return false
    if (until > now()) return true
    absent.delete(name)
    return false
  }

  function remember(name: StorageKey) {
    if (name.length > longestName) return
    if (absent.size >= mostNames) absent.clear()
    absent.set(name, now() + absentFor)
  }

  function forget() {
    changes++
    absent.clear()
  }

  /** Forgets all names once `write` is over, also where it failed: a part of it may be there. */
  const after = <T>(write: Promise<T>): Promise<T> => write.finally(forget)

  return {
    ...files,
    async read(name, up_to) {
      if (isAbsent(name)) return undefined
      const before = changes
      const found = await files.read(name, up_to)
      if (!found && before === changes) remember(name)
      return found
    },
    put: (...given) => after(files.put(...given)),
    import: (...given) => after(files.import(...given)),
    putFolder: (...given) => after(files.putFolder(...given)),
    publish: (...given) => after(files.publish(...given)),
    forget,
  }
}
