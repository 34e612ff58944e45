import { expect, test } from 'vitest'
import { parseChoices, withChoice, type RecentChoice } from './recent-choices.ts'

const choice = (key: string): RecentChoice => ({
  ...{ key, title: key, to: `/studio/${key}`, icon: 'film_reel' },
})

test('keeps the six newest choices, each once', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b']
  const choices = keys.reduce<RecentChoice[]>((list, key) => withChoice(list, choice(key)), [])
  expect(choices.map(({ key }) => key)).toEqual(['b', 'g', 'f', 'e', 'd', 'c'])
})

test('reads only what it has stored', () => {
  expect(parseChoices(JSON.stringify([choice('a')]))).toEqual([choice('a')])
  const invalid = [
    { ...choice('b'), to: 'https://elsewhere.example' },
    { ...choice('c'), icon: 'unknown' },
    null,
  ]
  expect(parseChoices(JSON.stringify([...invalid, choice('d')]))).toEqual([choice('d')])
  for (const text of [null, '', '{', '{}']) expect(parseChoices(text)).toEqual([])
})
