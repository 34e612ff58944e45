import { expect, test } from 'vitest'
import { chooseAudio } from './audio-tracks.ts'
import type { SourceStream } from './read-source.ts'

const track = (
  index: number,
  layout: string,
  stream: Partial<SourceStream> & { flags?: string } = {},
): SourceStream => ({
  index,
  kind: 'audio',
  codec: 'pcm_s24le',
  language: null,
  details: `, 48000 Hz, ${layout}, s32 (24 bit), 1152 kb/s${stream.flags ?? ''}`,
  programs: [],
  is_picture: false,
  is_encrypted: false,
  ...stream,
})
const monos = (count: number) =>
  Array.from({ length: count }, (_, index) => track(index + 1, 'mono'))

test.for<[string, SourceStream[], number[] | undefined, string[]]>([
  ['one track', [track(1, 'stereo')], [1], []],
  ['the default of two', [track(1, 'stereo'), track(2, '5.1', { flags: ' (default)' })], [2], []],
  ['two mono tracks', monos(2), [1, 2], ['FL', 'FR']],
  ['the first two of four mono tracks', monos(4), [1, 2], ['FL', 'FR']],
  [
    'the first six of eight mono tracks',
    monos(8),
    [1, 2, 3, 4, 5, 6],
    ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR'],
  ],
  [
    'mono tracks that name their channels',
    [track(1, '1 channels (FR)'), track(2, '1 channels (FL)')],
    [2, 1],
    ['FL', 'FR'],
  ],
  [
    'one of two mono tracks in different languages',
    [track(1, 'mono', { language: 'kor' }), track(2, 'mono', { language: 'eng' })],
    [1],
    [],
  ],
  [
    'film sound before a comment',
    [track(1, 'stereo', { flags: ' (default) (comment)' }), track(2, 'stereo')],
    [2],
    [],
  ],
  [
    'a track that is decodable',
    [track(1, 'stereo', { codec: 'ac4' }), track(2, 'stereo')],
    [2],
    [],
  ],
  ['nothing that is decodable', [track(1, 'stereo', { codec: 'ac4' })], undefined, []],
])('chooses %s', ([, streams, tracks, channels]) => {
  const chosen = chooseAudio(streams)
  expect(chosen?.tracks).toEqual(tracks)
  expect(chosen?.channels ?? []).toEqual(channels)
})
