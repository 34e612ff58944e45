import iconv from 'iconv-lite'
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { findFfmpeg } from '../ffmpeg.ts'
import { InputRejectedError } from '../encoder-errors.ts'
import { findTrack, readCaptions } from './read-captions.ts'

const sami = `<SAMI>
<HEAD><STYLE TYPE="text/css"><!--
P { font-family:굴림; }
.KRCC { Name:한국어; lang:ko-KR; SAMIType:CC; }
.ENCC { Name:English; lang:en-US; SAMIType:CC; }
--></STYLE></HEAD>
<BODY>
<SYNC Start=500><P Class=KRCC>똠방각하<br>안녕하세요
<SYNC Start=500><P Class=ENCC>Hello &amp; welcome
<SYNC Start=2000><P Class=KRCC>&nbsp;
<SYNC Start=2500><P Class=KRCC><font color="yellow">두 번째</font> <i>줄</i>
<SYNC Start=4000><P Class=KRCC>&nbsp;
</BODY></SAMI>
`

describe('readCaptions', () => {
  it('reads the languages of a SAMI file in CP949', () => {
    const file = readCaptions(iconv.encode(sami, 'cp949'), 60)
    expect(file).toMatchObject({ encoding: 'cp949', unreadable_lines: [] })
    expect(file.tracks).toEqual([
      {
        language: 'ko',
        content: expect.stringContaining('00:00:00.500 --> 00:00:02.000\n똠방각하\n안녕하세요'),
        cues: [
          { start: 0.5, end: 2, settings: '', text: '똠방각하\n안녕하세요' },
          { start: 2.5, end: 4, settings: '', text: '두 번째 <i>줄</i>' },
        ],
        faults: [],
      },
      {
        language: 'en',
        content: expect.stringContaining('Hello &amp; welcome'),
        cues: [{ start: 0.5, end: 10.5, settings: '', text: 'Hello &amp; welcome' }],
        faults: [],
      },
    ])
    expect(findTrack(file, 'en')?.language).toBe('en')
    expect(findTrack(file, 'ja')).toBeUndefined()
  })

  it('reads the times and texts of SAMI that ffmpeg reads', () => {
    const points = ['500>하나<br>둘', '2000>&nbsp;', '2500>셋', '4000>넷', '5000>&nbsp;']
    const lines = points.map((point) => `<SYNC Start=${point.replace('>', '><P Class=KRCC>')}`)
    const text = `<SAMI>\n<BODY>\n${lines.join('\n')}\n</BODY></SAMI>\n`
    const args = ['-v', 'fatal', '-f', 'sami', '-i', '-', '-f', 'srt', '-']
    const { stdout } = spawnSync(findFfmpeg(), args, { input: text })
    const expected = readCaptions(stdout).tracks[0].cues
    expect(expected).toHaveLength(3)
    expect(readCaptions(Buffer.from(text)).tracks[0].cues).toMatchObject(expected)
  })

  it.for([
    [
      'upper and lower case',
      '<sami><body><Sync START = "1000"><p>가<SYNC start=2000><p>&nbsp;</body>',
    ],
    ['text without paragraphs', '<SAMI><BODY><SYNC Start=1000>가<SYNC Start=2000>&nbsp;</BODY>'],
    [
      'closed tags',
      '<SAMI><BODY><SYNC Start=1000><P>가</P></SYNC><SYNC Start=2000><P></P></SYNC></BODY>',
    ],
    [
      'a paragraph of two spaces',
      '<SAMI><BODY><SYNC Start=1000><P>가\n<SYNC Start=2000><P>  \n</BODY>',
    ],
    ['an end', '<SAMI><BODY><SYNC Start=1000 End=2000><P>가</BODY>'],
    ['an entity without a semicolon', '<SAMI><SYNC Start=1000><P>가<SYNC Start=2000><P>&nbsp'],
    ['a declaration', '<?xml version="1.0"?><SAMI><SYNC Start=1000><P>가<SYNC Start=2000><P>'],
    ['a comment at the start', '<!-- a --><SAMI><SYNC Start=1000><P>가<SYNC Start=2000><P>'],
    ['captions alone', '<SYNC Start=1000><P>가\n<SYNC Start=2000><P>&nbsp;'],
    ['an open comment', '<SAMI><SYNC Start=1000><P>가<!-- a <SYNC Start=2000><P>'],
    [
      'open styles',
      '<SAMI><STYLE><!-- P {} </STYLE><SYNC Start=1000><P>가<!-- a --><SYNC Start=2000><P>',
    ],
  ] as const)('reads SAMI with %s', ([, text]) => {
    const [track] = readCaptions(Buffer.from(text)).tracks
    expect(track.cues).toEqual([{ start: 1, end: 2, settings: '', text: '가' }])
    expect(track.faults).toEqual([])
  })

  it('shows the texts of one class and moment together', () => {
    const text = `<SAMI><SYNC Start=0><P>가<P>나<SYNC Start=1000><P>&nbsp;<SYNC Start=1000><P>다
      <SYNC Start=1000><P>라<SYNC Start=2000><P>&nbsp;`
    expect(readCaptions(Buffer.from(text)).tracks[0].cues).toEqual([
      { start: 0, end: 1, settings: '', text: '가\n나' },
      { start: 1, end: 2, settings: '', text: '다\n라' },
    ])
  })

  it('names the language of usual classes without a style', () => {
    const text = '<SAMI><BODY><SYNC Start=0><P Class=EGCC>a<P Class=KRCC>가<P Class=JPCC>あ</BODY>'
    const languages = readCaptions(Buffer.from(text)).tracks.map(({ language }) => language)
    expect(languages).toEqual(['en', 'ko', 'ja'])
  })

  it('reports lines of SAMI that a save would drop or move', () => {
    const text =
      '<SAMI>\n<!-- a\ncomment -->\n<BODY>\n<SYNC Start=x><P>가\n<SYNC Start=90000><P>나\n<SYNC Start=1000><P>다\n</BODY>'
    expect(readCaptions(Buffer.from(text), 60).tracks[0].faults).toEqual([
      { line: 5, code: 'invalid_timestamp' },
      { line: 6, code: 'beyond_duration' },
      { line: 7, code: 'out_of_order' },
    ])
  })

  it('keeps the cues of UTF-8 with a bad byte and names its line', () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\n첫째\n\n2\n00:00:03,000 --> 00:00:04,000\n둘째'
    const file = readCaptions(Buffer.from(srt).subarray(0, -1))
    expect(file).toMatchObject({ encoding: 'utf-8', unreadable_lines: [7] })
    expect(file.tracks[0].cues.map(({ text }) => text)).toEqual(['첫째', '둘\uFFFD'])
  })

  it.for([
    ['nothing', ''],
    ['a picture', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ] as const)('rejects %s', ([, bytes]) => {
    expect(() => readCaptions(Buffer.from(bytes, 'latin1'))).toThrow(InputRejectedError)
  })

  it('reads a hostile SAMI file in linear time', () => {
    const text = `<SAMI><BODY>${'<SYNC '.repeat(100_000)}${'<SYNC Start=1><P>x'.repeat(39_999)}`
    expect(readCaptions(Buffer.from(text)).tracks[0].cues.length).toBeGreaterThan(0)
    readCaptions(Buffer.from(`<SAMI>${'<!-- <SYNC Start=1>x'.repeat(39_999)}`))
  }, 4_000)

  it('rejects a SAMI file with more tags than captions of two languages have', () => {
    const faultsOf = (tag: string, count: number) => {
      const [{ faults }] = readCaptions(Buffer.from(`<SAMI>${tag.repeat(count)}`)).tracks
      return { count: faults.length, code: faults[0]?.code }
    }
    expect(faultsOf('<P>', 200_000)).toEqual({ count: 1, code: 'too_many_lines' })
    expect(faultsOf('<P>', 20_000)).toEqual({ count: 20_000, code: 'invalid_timestamp' })
  })
})
