import { expect, test } from 'vitest'
import {
  defaultPreferences,
  parsePreferences,
  createPreferenceStore,
  renditionIndexFor,
} from './preferences.ts'

function memory(text: string | null = null) {
  let kept = text
  return { getItem: () => kept, setItem: (_: string, value: string) => void (kept = value) }
}

test('what was chosen is there the next time', () => {
  const storage = memory()
  createPreferenceStore(() => storage).set({ volume: 0.4, quality: 540, caption: null, rate: 1.5 })
  expect(createPreferenceStore(() => storage).get()).toEqual({
    ...defaultPreferences,
    volume: 0.4,
    quality: 540,
    caption: null,
    rate: 1.5,
  })
})

test.each([
  null,
  '',
  '{',
  '[]',
  '"x"',
  '3',
  '{"volume":7,"rate":9,"quality":"best","caption_size":4,"muted":"no"}',
])('stored %j is as if nothing was chosen', (text) => {
  expect(parsePreferences(text)).toEqual(defaultPreferences)
})

test('one damaged choice does not cost the others', () => {
  expect(parsePreferences('{"volume":-1,"muted":true,"unknown":1}')).toEqual({
    ...defaultPreferences,
    muted: true,
  })
})

test('choices work where storage is refused', () => {
  const store = createPreferenceStore(() => {
    throw new DOMException('no', 'SecurityError')
  })
  store.set({ muted: true })
  expect(store.get().muted).toBe(true)
})

test('a chosen height is the tallest rung not above it, else the lowest', () => {
  const heights = [360, 540, 720]
  expect(renditionIndexFor('auto', heights)).toBe(-1)
  expect(renditionIndexFor(720, heights)).toBe(2)
  expect(renditionIndexFor(1080, heights)).toBe(2)
  expect(renditionIndexFor(600, heights)).toBe(1)
  expect(renditionIndexFor(240, heights)).toBe(0)
  expect(renditionIndexFor(720, [720, 360])).toBe(0)
  expect(renditionIndexFor(720, [])).toBe(-1)
})
