import type { MediaAudience } from '#server/shared/media-token.ts'
import { describe, expect, it } from 'vitest'
import {
  decideServing,
  isInScope,
  noRights,
  parseMediaPath,
  requiredRight,
  type Rights,
} from './token-scope-policy.ts'

describe('parseMediaPath', () => {
  it.each([
    ['main.m3u8', { kind: 'other', height: 0 }],
    ['v720/index.m3u8', { kind: 'other', height: 720 }],
    ['captions/ko.vtt', { kind: 'other', height: 0 }],
    ['storyboard/000.webp', { kind: 'other', height: 0 }],
    ['v1080/init.mp4', { kind: 'init', height: 1080 }],
    ['audio/init.mp4', { kind: 'init', height: 0 }],
    ['audio/0/00000.m4s', { kind: 'segment', height: 0, period: 0 }],
    ['v720/12/00911.m4s', { kind: 'segment', height: 720, period: 12 }],
    // Paths outside the layout need the right to the whole film.
    ['v720/00000.m4s', { kind: 'other', height: 720 }],
    ['v720/00/00000.m4s', { kind: 'other', height: 720 }],
    ['v720/0/x/00000.m4s', { kind: 'other', height: 720 }],
    ['preview/main.m3u8', { kind: 'preview', height: 0 }],
    ['preview/v720.m3u8', { kind: 'preview', height: 720 }],
    ['preview/v1080.m3u8', { kind: 'preview', height: 1080 }],
    ['preview/captions/ko.vtt', { kind: 'preview', height: 0 }],
    ['keys/v720/3.key', { kind: 'key', height: 720, key: { rendition: 'v720', period: 3 } }],
    ['keys/audio/0.key', { kind: 'key', height: 0, key: { rendition: 'audio', period: 0 } }],
    ['x/keys/audio/0.key', { kind: 'other', height: 0 }],
    ['keys/rest.key', { kind: 'other', height: 0 }],
  ])('classifies %s', (path, expected) => expect(parseMediaPath(path)).toEqual(expected))
})

const files = {
  main: 'main.m3u8',
  storyboard: 'storyboard/000.webp',
  captions: 'captions/ko.vtt',
  preview: 'preview/main.m3u8',
  preview_captions: 'preview/captions/ko.vtt',
  init: 'v720/init.mp4',
  free: 'v720/0/00000.m4s',
  free_1080: 'v1080/0/00000.m4s',
  sold: 'v720/1/00015.m4s',
  sound: 'audio/2/00100.m4s',
  free_key: 'keys/v720/0.key',
  sold_key: 'keys/v720/1.key',
  key_1080: 'keys/v1080/0.key',
} as const
type File = keyof typeof files

const preview: MediaAudience = { kind: 'preview', max_height: 720 }
const session: MediaAudience = { kind: 'session', session_id: 1, max_height: 720 }
const studio: MediaAudience = { kind: 'studio', session_id: 1 }
const previewFiles: File[] = ['preview', 'preview_captions', 'init', 'free', 'free_key']
const all = Object.keys(files) as File[]
const upTo720 = all.filter((file) => !files[file].includes('1080'))

describe('isInScope', () => {
  it.each<[string, MediaAudience, File[]]>([
    ['a preview token reaches period 0 up to its height', preview, previewFiles],
    [
      'a preview token of another height reaches that',
      { ...preview, max_height: 1080 },
      [...previewFiles, 'free_1080', 'key_1080'],
    ],
    ['a session token reaches everything up to its height', session, upTo720],
    ['a public token reaches everything', { kind: 'public' }, all],
    ['a studio token reaches everything', studio, all],
  ])('%s', (_, audience, expected) => {
    const reached = all.filter((file) => isInScope(audience, parseMediaPath(files[file])))
    expect(reached.toSorted()).toEqual(expected.toSorted())
  })
})

describe('decideServing', () => {
  const rights = (more: Partial<Rights>): Rights => ({ ...noRights, ...more })
  const served = (granted: Rights) =>
    all.filter((file) => decideServing(parseMediaPath(files[file]), granted) === undefined)
  const beginning: File[] = [...previewFiles, 'free_1080', 'key_1080']

  it('serves nothing without rights', () => expect(served(noRights)).toEqual([]))
  it('serves only period 0 with the right to preview', () =>
    expect(served(rights({ can_preview: true })).toSorted()).toEqual(beginning.toSorted()))
  it('serves everything but later segments without a stream slot', () => {
    const open = rights({ can_preview: true, can_play: true })
    expect(all.filter((file) => !served(open).includes(file))).toEqual([
      'sold',
      'sound',
      'sold_key',
    ])
    expect(decideServing(parseMediaPath(files.sold), open)).toBe('stream_required')
  })
  it('serves everything with a slot, and a free film without one', () => {
    const open = { can_preview: true, can_play: true }
    expect(served(rights({ ...open, has_stream: true }))).toEqual(all)
    expect(served(rights({ ...open, is_free: true }))).toEqual(all)
  })
  it('serves no later segment with a slot but without the right to play', () => {
    const granted = rights({ has_stream: true, can_preview: true })
    expect(decideServing(parseMediaPath(files.sold), granted)).toBe('forbidden')
  })
})

it('requires the right to the film for playlists, storyboards and captions', () => {
  const required = all.filter((file) => requiredRight(parseMediaPath(files[file])) === 'film')
  expect(required).toEqual(['main', 'storyboard', 'captions'])
})

it('requires a slot only for segments and keys of later periods', () => {
  const required = all.filter((file) => requiredRight(parseMediaPath(files[file])) === 'stream')
  expect(required).toEqual(['sold', 'sound', 'sold_key'])
})
