import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A `Storage` with these items; `capacity` is the number of items that it holds. */
class MemoryStorage {
  [key: string]: unknown

  constructor(items: Record<string, string> = {}, capacity = Infinity) {
    Object.assign(this, items)
    const hidden = (value: unknown) => ({ value, enumerable: false })
    Object.defineProperties(this, {
      getItem: hidden((key: string) => this[key] ?? null),
      setItem: hidden((key: string, text: string) => {
        if (!(key in this) && Object.keys(this).length >= capacity) throw new Error('full')
        this[key] = text
      }),
      removeItem: hidden((key: string) => Reflect.deleteProperty(this, key)),
    })
  }
}

/** Loads the module on a page with these storages. */
function load(local: MemoryStorage, session = new MemoryStorage()) {
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  return import('./browser-storage.ts')
}

beforeEach(() => void vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test('reads, saves and removes', async () => {
  const { localStore } = await load(new MemoryStorage())
  expect(localStore.setItem('a', '1')).toBe(true)
  expect([localStore.getItem('a'), localStore.keys()]).toEqual(['1', ['a']])
  localStore.removeItem('a')
  expect([localStore.getItem('a'), localStore.keys()]).toEqual([null, []])
})

test('works without storage', async () => {
  vi.stubGlobal('localStorage', undefined)
  const { localStore } = await import('./browser-storage.ts')
  expect(localStore.setItem('a', '1')).toBe(false)
  localStore.removeItem('a')
  expect([localStore.getItem('a'), localStore.keys()]).toEqual([null, []])
})
