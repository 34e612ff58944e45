import { parseBlocks, toPlainText } from '#contract/customer-services/rich-text.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const link = '[도움말](https://example.com/a?b=1)'
const texts = [
  '그냥 글이에요.\n둘째 줄.\n\n다른 문단.',
  '## 머리\n### 작은 머리\n#### 아니에요\n#아니에요\n##',
  `- 하나 **굵게**\n- 둘 ${link}\n\n1. 첫째\n2. 둘째\n글`,
  '**여럿 [굵은 **링크**](http://example.com/**x**) 끝**',
  '[나쁜](javascript:alert(1)) [자료](data:text/html,x) [빈]() <script>alert(1)</script>',
  '2 ** 3\n-아니\n - 들여쓰기\n1.아니 12. 아니\n  \n\t\n끝',
  '',
]

test.each(texts)(
  'extracts the same plain text from %j in SQL and in TypeScript, ignoring spaces',
  async (text) => {
    const { rows } = await app.pool.query<{ plain: string }>('select strip_markup($1) as plain', [
      text,
    ])
    const withoutSpaces = (said = '') => said.replace(/\s/g, '')
    expect(withoutSpaces(toPlainText(text))).toBe(withoutSpaces(rows[0]?.plain))
  },
)

test.each(texts)('reports correct positions for each segment of %j', (text) => {
  const plain = toPlainText(text)
  const pieces = parseBlocks(text).flatMap((block) =>
    block.kind === 'list' ? block.items.flat() : block.pieces,
  )
  expect(pieces.map(({ start, text }) => plain.slice(start, start + text.length))).toEqual(
    pieces.map(({ text }) => text),
  )
})

test('links only http and https URLs', () => {
  const hrefs = texts
    .flatMap(parseBlocks)
    .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.pieces))
    .flatMap(({ href }) => href ?? [])
  expect(hrefs).toEqual(['https://example.com/a?b=1', 'http://example.com/**x**'])
})
