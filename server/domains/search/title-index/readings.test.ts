import { expect, test } from 'vitest'
import { SegmentBuilder } from './index-segment.ts'
import { readingsOf, readingsOfName } from './readings.ts'
import { TitleIndex } from './title-index.ts'

const names = [
  ...[
    '빽 투 더 퓨쳐 2',
    '엑스맨',
    '쇼생크 탈출',
    '파이널 데스티네이션',
    '화이널 판타지',
    '캐리비안의 해적 3',
  ],
  ...[
    '에프비아이',
    '로보트 태권브이',
    '1987',
    '21그램',
    '식스 센스',
    '록키 V',
    '케이크 메이커',
    '투 브라더스',
  ],
  ...['Rambo Part 2', '제임스 본드 007', '쥬라기 공원', '브이 포 벤데타', '세븐', '나인'],
]
const index = new TitleIndex()
const builder = new SegmentBuilder()
for (const [at, name] of names.entries())
  builder.add({
    kind: 'series',
    id: at + 1,
    names: [name],
    popularity: 0,
    categories: 0,
    age: 0,
    is_free: false,
    year: 0,
    works: [],
  })
index.reset(builder.finish())

test.each([
  ...[
    ['빽투더퓨쳐 투', '빽 투 더 퓨쳐 2'],
    ['백 투 더 퓨처 II', '빽 투 더 퓨쳐 2'],
  ],
  ...[
    ['빽투더퓨쳐이', '빽 투 더 퓨쳐 2'],
    ['rambo part ii', 'Rambo Part 2'],
  ],
  ...[
    ['rambo part two', 'Rambo Part 2'],
    ['X맨', '엑스맨'],
    ['x-men', '엑스맨'],
    ['쇼섕크 탈출', '쇼생크 탈출'],
  ],
  ...[
    ['화이널 데스티네이션', '파이널 데스티네이션'],
    ['파이널 판타지', '화이널 판타지'],
  ],
  ...[
    ['캐리비안의 해적 쓰리', '캐리비안의 해적 3'],
    ['캐리비안의 해적 삼', '캐리비안의 해적 3'],
  ],
  ...[
    ['캐리비안의 해적 III', '캐리비안의 해적 3'],
    ['FBI', '에프비아이'],
    ['로봇 태권v', '로보트 태권브이'],
  ],
  ...[
    ['일구팔칠', '1987'],
    ['천구백팔십칠', '1987'],
    ['이십일그램', '21그램'],
    ['6센스', '식스 센스'],
  ],
  ...[
    ['록키 5', '록키 V'],
    ['케익 메이커', '케이크 메이커'],
    ['2 브라더스', '투 브라더스'],
  ],
  ...[
    ['제임스 본드 공공칠', '제임스 본드 007'],
    ['주라기 공원', '쥬라기 공원'],
    ['v 포 벤데타', '브이 포 벤데타'],
  ],
])('%s finds %s', (q, name) => {
  const { hits } = index.search({ q, type: 'all', max_matches: 100, limit: 1, offset: 0 })
  expect(names[hits[0]!.id - 1]).toBe(name)
})

test.each([
  ['달 세탁소', []],
  ['휘파람', ['피파람']],
  ['9급', ['나인급', '구급']],
  ['40', ['포티', '사공', '사십']],
])('reads %s also as %j', (text, readings) => {
  expect(readingsOf(text).slice(0, 3)).toEqual(readings)
})

test('indexes no readings of a Latin name without a number or a letter', () => {
  expect(readingsOfName('A Tale of the Moon')).toEqual([])
  expect(readingsOfName('Rambo III')).toContain('rambo 쓰리')
})
