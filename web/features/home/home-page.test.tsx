import { homeAnchors } from '#contract/contents/home-anchors.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { HomePage } from './home-page.tsx'
import type { HomeData } from './load-home.ts'

const work = {
  id: 9,
  title: '종이 도시',
  poster_url: null,
  poster_color: '#2f4468',
  categories: [],
}
const empty = {
  isEmpty: false,
  hero: [],
  ranked: [],
  newest: [],
  editorial: null,
  korean: { title: '국내', works: [], backdrop_url: null, backdrop_color: '' },
  short_films: [],
  upcoming: [],
  abroad: { title: '해외', works: [], backdrop_url: null, backdrop_color: '' },
  vertical: [],
  curation: null,
  banner: [],
  categories: [],
}

test('shows the rows of staff below every part, in the order of the parts', () => {
  const added = Object.fromEntries(
    homeAnchors.map((anchor, id) => [
      anchor,
      [{ id, title: `${anchor} 아래`, subtitle: null, works: [work] }],
    ]),
  )
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <HomePage data={{ ...empty, added } as unknown as HomeData} />
    </MemoryRouter>,
  )
  const titles = [...html.matchAll(/(\w+) 아래<\/h2>/g)].map(([, anchor]) => anchor)
  expect(titles).toEqual([...homeAnchors])
})
