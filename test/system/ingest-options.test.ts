import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  describeTerms,
  parseIngestOptions,
  UsageError,
} from '../../bin/operations/ingest-options.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hanpyeon-ingest-'))
  for (const name of ['b.mp4', 'empty.mp4', 'ko.srt']) await writeFile(join(folder, name), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  [[], 'No file is named.'],
  [['absent.mp4'], 'There is no file'],
  [['.'], 'There is no file'],
  [['b.mp4', 'empty.mp4', '--episode', '1'], '--episode is for one file at a time.'],
  [['b.mp4', '--episode', '1', '--title', 'x'], '--title is of a film of its own'],
  [['b.mp4', '--episode', '0'], '--episode takes a whole number'],
  [['b.mp4', '--trailer-of', '1', '--price', '100'], '--price is of a film of its own'],
  [['b.mp4', '--trailer-of', '1', '--episode', '1'], 'either --episode or --trailer-of'],
  [['b.mp4', '--category', '9'], '--category takes a whole number from 1 to 8'],
  [['b.mp4', '--age', '18'], '--age takes one of ALL, 12, 15, 19.'],
  [['b.mp4', '--title', ' \n '], '--title is empty.'],
  [['b.mp4', '--free', '--subscription'], 'either --free, or --plan'],
  [['b.mp4', '--free', '--price', '100'], 'either --free, or --plan'],
  [['b.mp4', '--rental-price', '1200'], 'add --plan or --price'],
  [['b.mp4', '--price', '0'], '--price takes a whole number from 1 to 10000000'],
  [['b.mp4', '--episode', '1', '--hidden'], '--hidden is of a film of its own'],
  [['b.mp4', '--caption', 'ko.srt'], '--caption takes a language and a file'],
  [['b.mp4', '--caption', 'ko=empty.mp4'], 'holds no captions'],
  [['b.mp4', '--caption', 'ko=absent.srt'], 'cannot be read'],
  [['b.mp4', '--fast'], '--fast'],
])('rejects the arguments %j with the reason', async (args, message) => {
  const result = parseIngestOptions(args, folder)
  await expect(result).rejects.toThrow(message)
  await expect(result).rejects.toBeInstanceOf(UsageError)
})

const free = {
  is_unpublished: false,
  is_free: true,
  in_subscription: true,
  price: 0,
  rental_price: null,
}
test.each([
  [[], free],
  [['--hidden'], { ...free, is_unpublished: true }],
  [['--subscription'], { ...free, is_free: false }],
  [['--plan'], { ...free, is_free: false }],
  [['--price', '3300'], { ...free, is_free: false, in_subscription: false, price: 3_300 }],
  [
    ['--plan', '--price', '3300', '--rental-price', '1200'],
    { ...free, is_free: false, price: 3_300, rental_price: 1_200 },
  ],
])('reads the terms of sale of %j', async (args, terms) => {
  expect((await parseIngestOptions(['b.mp4', ...args], folder)).terms).toEqual(terms)
})

test.each([
  [[], 'Public as soon as it is encoded; free for everybody.'],
  [['--hidden', '--plan'], 'Hidden until staff publish it; in plans.'],
  [
    ['--plan', '--price', '3300', '--rental-price', '1200'],
    'Public as soon as it is encoded; in plans, sold for 3,300 won, rented out for 1,200 won.',
  ],
])('says what %j sets', async (args, text) => {
  expect(describeTerms(await parseIngestOptions(['b.mp4', ...args], folder))).toBe(text)
})
