import { expect, test } from 'vitest'
import { cuesAt, nextChange, parseVtt } from './parse-vtt.ts'

const words = (file: string) =>
  parseVtt(file).map((cue) => [cue.start, cue.end, cue.runs.map((run) => run.text).join('')])

test('reads cues with and without hours, identifiers, settings and notes', () => {
  const file = [
    '\ufeffWEBVTT - 한편',
    '',
    'STYLE',
    '::cue { color: red }',
    '',
    'NOTE 00:00:09.000 --> 이건 아니에요',
    '',
    '1',
    '00:01.000 --> 00:02.500 line:0 align:start',
    '첫 줄',
    '둘째 줄',
    '',
    '01:00:00.000 --> 01:00:01.000',
    '한 시간 뒤',
  ].join('\r\n')
  expect(words(file)).toEqual([
    [1, 2.5, '첫 줄\n둘째 줄'],
    [3600, 3601, '한 시간 뒤'],
  ])
})

test('keeps the three styles, drops every other tag, and never lets markup through', () => {
  const [cue] = parseVtt(
    'WEBVTT\n\n00:00.000 --> 00:01.000\n<v 하루><c.red>안녕 <i>너</i></c><00:00.500> <b.x>나</b> &lt;b&gt; &amp; 1 < 2',
  )
  expect(cue?.runs.filter((run) => run.italic).map((run) => run.text)).toEqual(['너'])
  expect(cue?.runs.filter((run) => run.bold).map((run) => run.text)).toEqual(['나'])
  expect(cue?.runs.map((run) => run.text).join('')).toBe('안녕 너 나 <b> & 1 < 2')
})

test('a broken block costs itself only', () => {
  const file =
    'WEBVTT\n\n00:03.000 --> 00:01.000\n거꾸로\n\n아무 말\n\n00:0x --> 1\n?\n\n00:04.000 --> 00:05.000\n남아요'
  expect(words(file)).toEqual([[4, 5, '남아요']])
  expect(parseVtt('')).toEqual([])
  expect(parseVtt('<!doctype html><p>404</p>')).toEqual([])
})

test('cues come in order of time, a cue ends where the next may begin', () => {
  const cues = parseVtt(
    'WEBVTT\n\n00:02.000 --> 00:03.000\n나\n\n00:01.000 --> 00:02.000\n가\n\n00:01.500 --> 00:02.500\n겹침',
  )
  const at = (time: number) => cuesAt(cues, time).map((cue) => cue.runs[0]?.text)
  expect(at(0.9)).toEqual([])
  expect(at(1)).toEqual(['가'])
  expect(at(1.5)).toEqual(['가', '겹침'])
  expect(at(2)).toEqual(['겹침', '나'])
  expect(nextChange(cues, 0)).toBe(1)
  expect(nextChange(cues, 1)).toBe(1.5)
  expect(nextChange(cues, 2)).toBe(2.5)
  expect(nextChange(cues, 3)).toBeNull()
})
