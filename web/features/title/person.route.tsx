import type { Person } from '#contract/contents/contents.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { PosterCard, type PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { apiContext, parseIdParam } from '#web/routing/loader-helpers.ts'
import { pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { breadcrumbJsonLd } from '#web/routing/breadcrumbs.ts'
import { personPath } from '#web/routing/paths.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import type { Route } from './+types/person.route.ts'
import { titleMessages } from './messages.ko.ts'
import { SectionHeading } from '#web/ui/layout/headings.tsx'
import { Page } from '#web/ui/layout/page.tsx'

const { listSeries, listUpcoming, readPerson } = viewerEndpoints.contents

const roles = ['cast', 'director', 'writer'] as const
/** The most that a list returns. */
const maxWorks = 100

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const id = parseIdParam(params.personId)
  const [person, works, upcoming] = await Promise.all([
    call(readPerson, { params: { id } }),
    call(listSeries, { query: { person: id, ordering: '-released_on', limit: maxWorks } }),
    call(listUpcoming, { query: { limit: maxWorks } }),
  ])
  const inCredits = new Set(person.credits.map(({ series_id }) => series_id))
  const own = upcoming.results.filter((work) => inCredits.has(work.id))
  return { person, works: [...own, ...works.results].map(toPosterCardData) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { person, works } = loaderData
  const path = personPath(person.id)
  const site = siteOriginOf(matches)
  const newest = works.slice(0, 3).map(({ title }) => title)
  return pageMeta(matches, {
    title: person.name,
    description: titleMessages.describe_person(person.name, newest),
    path,
    ogType: 'profile',
    ...(import.meta.env.SSR && {
      jsonLd: [
        { '@type': 'Person', '@id': `${site}${path}`, url: `${site}${path}`, name: person.name },
        breadcrumbJsonLd(site, [{ name: person.name, path }]),
      ],
    }),
  })
}

/** A person's works, those of each role in a section. */
export default function PersonPage({ loaderData: { person, works } }: Route.ComponentProps) {
  const sections = roles
    .map((role) => ({ role, parts: partsOf(person, works, role) }))
    .filter(({ parts }) => parts.length > 0)
  return (
    <Page>
      <header className="flex items-center gap-4 md:gap-6">
        <Avatar name={person.name} size="lg" />
        <div className="min-w-0">
          <h1 className="text-2xl font-extrabold break-words md:text-4xl">{person.name}</h1>
          {person.name_original && (
            <p lang="und" className="mt-1 text-foreground-muted">
              {person.name_original}
            </p>
          )}
          <p className="mt-1 text-sm text-foreground-muted tabular-nums md:text-base">
            {sections
              .map(({ role, parts }) =>
                titleMessages.part_count(titleMessages.roles[role], parts.length),
              )
              .join(' · ')}
          </p>
        </div>
      </header>
      {sections.map(({ role, parts }) => (
        <section key={role} aria-labelledby={role} className="mt-10 md:mt-14">
          <SectionHeading id={role} className="mb-4">
            {titleMessages.parts[role]}
          </SectionHeading>
          <ul className="poster-grid">
            {parts.map(({ work, characters }) => (
              <li key={work.id}>
                <PosterCard series={work} />
                {characters.length > 0 && (
                  <p className="mt-1 text-sm text-foreground-muted">
                    {titleMessages.as_character(characters.join(', '))}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

/** The works in which a person has a role, in the order of `works`, with the characters of all parts in it. */
function partsOf(
  person: Person,
  works: readonly PosterCardData[],
  role: Person['credits'][number]['role'],
) {
  const credits = person.credits.filter((credit) => credit.role === role)
  return works.flatMap((work) => {
    const own = credits.filter(({ series_id }) => series_id === work.id)
    const characters = own.flatMap(({ character }) => character ?? [])
    return own.length === 0 ? [] : [{ work, characters }]
  })
}
