import { expect, test } from 'vitest'
import {
  defaultPreferences,
  parsePreferences,
  createPreferenceStore,
  renditionIndexFor,
} from './preferences.ts'

function memory(text: string | null = null) {
  let stored = text
  return { getItem: () => stored, setItem: (_: string, value: string) => Boolean((stored = value)) }
}

test('restores stored preferences', () => {
  const storage = memory()
  createPreferenceStore(storage).setState({ volume: 0.4, quality: 540, caption: null, rate: 1.5 })
  expect(createPreferenceStore(storage).getState()).toEqual({
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
])('stored %j gives the defaults', (text) => {
  expect(parsePreferences(text)).toEqual(defaultPreferences)
})

test('an invalid preference does not discard the others', () => {
  expect(parsePreferences('{"volume":-1,"muted":true,"unknown":1}')).toEqual({
    ...defaultPreferences,
    muted: true,
  })
})

test('works where storage is denied', () => {
  const store = createPreferenceStore({ getItem: () => null, setItem: () => false })
  store.setState({ muted: true })
  expect(store.getState().muted).toBe(true)
})

test('selects the tallest rendition not above the quality, else the lowest', () => {
  const heights = [360, 540, 720]
  expect(renditionIndexFor('auto', heights)).toBe(-1)
  expect(renditionIndexFor(720, heights)).toBe(2)
  expect(renditionIndexFor(1080, heights)).toBe(2)
  expect(renditionIndexFor(600, heights)).toBe(1)
  expect(renditionIndexFor(240, heights)).toBe(0)
  expect(renditionIndexFor(720, [720, 360])).toBe(0)
  expect(renditionIndexFor(720, [])).toBe(-1)
})
