import { expect, test } from 'vitest'
import { cleanCue, formatVtt, parseCaptions } from './captions.ts'
import { InputRejectedError } from '../encoder-errors.ts'

const vtt = (text: string, duration = 100) =>
  formatVtt(parseCaptions(text, duration)).split('\n').slice(3)

test('converts SRT to WebVTT in time order', () => {
  const srt =
    '2\r\n00:00:05,500 --> 00:00:07,000\r\n둘째 줄\r\n이어서\r\n\r\n1\r\n00:00:01,000 --> 00:00:02,000\r\n첫째\r\n'
  expect(vtt(srt)).toEqual([
    ...['00:00:01.000 --> 00:00:02.000', '첫째', ''],
    ...['00:00:05.500 --> 00:00:07.000', '둘째 줄', '이어서', ''],
  ])
})

test('keeps WebVTT positions and drops notes, styles and invalid settings', () => {
  const text =
    'WEBVTT - title\n\nSTYLE\n::cue { background: url(https://example.com) }\n\nNOTE a remark\n\n' +
    'intro\n01:00.000 --> 01:02.000 align:start line:10% evil:"x"\n안녕\n'
  expect(vtt(text)).toEqual(['00:01:00.000 --> 00:01:02.000 align:start line:10%', '안녕', ''])
})

test.for([
  ['<b>굵게</b> <i>기울여</i>', '<b>굵게</b> <i>기울여</i>'],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<img src=x onerror=alert(1)>글', '글'],
  ['<font color="red">빨강</font>', '빨강'],
  ['<i>닫지 않음', '<i>닫지 않음</i>'],
  ['어긋난 <i><b>것</i></b>', '어긋난 <i><b>것</b></i>'],
  ['3 < 4 & 5 > 2', '3 &lt; 4 &amp; 5 &gt; 2'],
  ['&lt;script&gt;', '&lt;script&gt;'],
  ['{\\an8}위', '위'],
  ['<c.yellow><00:00:01.000>노래</c>', '노래'],
  ['<i></i>', ''],
  ['<b>굵게 <i>둘</b> 보통</i>', '<b>굵게 <i>둘</i></b> 보통'],
  ['잠깐&hellip; &ldquo;네&rdquo; &middot;', '잠깐… “네” ·'],
  ['A&ampB &nbsp&nbsp끝 &#9834노래', 'A&amp;B   끝 ♪노래'],
  ['&unknown; &ltd', '&amp;unknown; &amp;ltd'],
] as const)('%s', ([text, clean]) => {
  expect(cleanCue(text)).toBe(clean)
})

test('separates cues without blank lines between them', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\n하나\n2\n00:00:02,000 --> 00:00:03,000\n둘\n'
  expect(vtt(text)).toEqual([
    ...['00:00:01.000 --> 00:00:02.000', '하나', ''],
    ...['00:00:02.000 --> 00:00:03.000', '둘', ''],
  ])
})

test.for([
  ['a blank line before the text', '1\n00:01,000 --> 00:02,000\n\n가\n나\n\n2\n', '가\n나'],
  ['a blank line in the text', '1\n00:01,000 --> 00:02,000\n가\n\n나\n\n2\n', '가\n나'],
  ['a text of digits', '1\n00:01,000 --> 00:02,000\n1987\n\n2\n', '1987'],
  ['a text of digits and no numbers', '00:01,000 --> 00:02,000\n1987\n\n', '1987'],
  ['line breaks of CR CR LF', '1\r\r\n00:01,000 --> 00:02,000\r\r\n가\r\r\n\r\r\n2\r\r\n', '가'],
] as const)('keeps the text of SRT with %s', ([, srt, text]) => {
  const cues = parseCaptions(`${srt}00:03,000 --> 00:04,000\n끝`, 100)
  expect(cues.map((cue) => cue.text)).toEqual([text, '끝'])
})

test('ends a cue before a line whose times are unreadable', () => {
  const srt = '1\n00:01,000 --> 00:02,000\n가\n2\n00:x --> 00:04,000\n나'
  expect(parseCaptions(srt, 100)).toMatchObject([{ text: '가' }])
})

test('clamps cues to the duration and drops those after it or with inverted times', () => {
  const text =
    'WEBVTT\n\n00:08.000 --> 00:20.000\n끝\n\n00:11.000 --> 00:12.000\n밖\n\n00:05.000 --> 00:04.000\n거꾸로\n'
  expect(vtt(text, 10)).toEqual(['00:00:08.000 --> 00:00:10.000', '끝', ''])
})

test.for([
  ['nothing', ''],
  ['prose', '그냥 글이에요.\n'],
  ['a bomb', '1\n00:00:01,000 --> 00:00:02,000\nx\n\n'.repeat(30_000)],
  ['five megabytes', 'x'.repeat(5 << 20)],
] as const)('%s is no caption file', ([, text]) => {
  // Quadratic work on the large ones would exceed the test's timeout.
  expect(() => parseCaptions(text, 100)).toThrow(InputRejectedError)
})
