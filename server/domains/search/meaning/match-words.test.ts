import { describe, expect, it } from 'vitest'
import { excerptOf, matchName, matchStems } from './search-work-texts.ts'
import { stemsOf } from './text-terms.ts'

const marked = (text: string, ranges: readonly { start: number; end: number }[]) =>
  ranges
    .toReversed()
    .reduce(
      (result, { start, end }) =>
        `${result.slice(0, start)}[${result.slice(start, end)}]${result.slice(end)}`,
      text,
    )

describe('words in a text', () => {
  const text = '태양계 끝에서 교대선을 기다리는 등대지기, Mars 2의 달을 본다.'
  it.each([
    ['등대지기가', '태양계 끝에서 교대선을 기다리는 [등대지기], Mars 2의 달을 본다.', 1],
    [
      '교대선 기다린 mars',
      '태양계 끝에서 [교대선]을 [기다]리는 등대지기, [Mars] 2의 달을 본다.',
      3,
    ],
    ['달 2', '태양계 끝에서 교대선을 기다리는 등대지기, Mars [2]의 [달]을 본다.', 2],
    // A single letter inside a word and a part of a Latin word are no words.
    ['등 mar', text, 0],
  ])('%s', (query, expected, count) => {
    const { matched, highlights } = matchStems(text, stemsOf(query))
    expect(marked(text, highlights)).toBe(expected)
    expect(matched).toBe(count)
  })
})

describe('names', () => {
  it.each([
    ['강단이', '강단이', '[강단이]'],
    ['강단이', '단이', '강[단이]'],
    ['Sherlock Holmes', 'holmes', 'Sherlock [Holmes]'],
    ['셜록 홈즈', '셜록홈즈', '[셜록 홈즈]'],
    ['셜록 홈즈', '홈즈 셜록', '[셜록] [홈즈]'],
    ['윤', '윤', '[윤]'],
    ['윤미나', '윤', null],
    ['강단이', '강단이 서도하', null],
  ])('%s with %s', (name, query, expected) => {
    const ranges = matchName(name, query, stemsOf(query))
    expect(ranges ? marked(name, ranges) : null).toBe(expected)
  })
})

describe('excerpts', () => {
  const filler = '아무 일도 없던 바닷가 마을에 '.repeat(20)
  it('keeps a short text', () => {
    expect(excerptOf('짧은 글', [{ start: 0, end: 2 }])).toEqual({
      text: '짧은 글',
      highlights: [{ start: 0, end: 2 }],
    })
  })
  it('cuts a long text between words around the first match', () => {
    const text = `${filler}등대지기가 산다. ${filler}`
    const { highlights } = matchStems(text, ['등대지기'])
    const excerpt = excerptOf(text, highlights)
    expect(excerpt.text).toMatch(/^…[가-힣]+ .*[가-힣]…$/)
    expect(excerpt.text.length).toBeLessThanOrEqual(162)
    expect(marked(excerpt.text, excerpt.highlights)).toContain('마을에 [등대지기]가 산다.')
    expect(filler).toContain(excerpt.text.slice(1, 10))
  })
  it('starts a short text shortly before a late match', () => {
    const text =
      '오 톤 트럭을 펼치면 무대가 된다. 노래를 부르고 싶은 사람이 손을 들면 어디든 찾아가는 예능. 등대지기도 부른다.'
    const { text: excerpt, highlights } = excerptOf(text, matchStems(text, ['등대지기']).highlights)
    expect(marked(excerpt, highlights)).toMatch(/^…된다\. 노래를 .*\[등대지기\]도 부른다\.$/)
  })
  it('never cuts a code point', () => {
    const { text } = excerptOf(`등대지기${'🦑'.repeat(200)}`, [{ start: 0, end: 4 }])
    expect(text.isWellFormed()).toBe(true)
  })
})
