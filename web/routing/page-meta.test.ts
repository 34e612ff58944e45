import { expect, test } from 'vitest'
import { truncate, pageMeta } from './page-meta.ts'

const matches = [{ id: 'root', loaderData: { site_url: 'https://hanpyeon.example' } }]

test('makes URLs absolute if the origin is known', () => {
  const meta = pageMeta(matches, {
    title: '달빛 세탁소',
    description: '밤에만 문을 여는 세탁소',
    path: '/series/1',
    image: '/images/abc/1280.webp',
  })
  expect(meta).toContainEqual({ title: '달빛 세탁소 | 한편' })
  expect(meta).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://hanpyeon.example/series/1',
  })
  expect(meta).toContainEqual({
    property: 'og:image',
    content: 'https://hanpyeon.example/images/abc/1280.webp',
  })
})

test('truncates at a word', () => {
  expect(truncate('짧은 글', 10)).toBe('짧은 글')
  expect(truncate('밤에만 문을 여는 세탁소에 맡긴 옷', 12)).toBe('밤에만 문을 여는…')
  expect(truncate('가'.repeat(200), 155)).toHaveLength(155)
})
