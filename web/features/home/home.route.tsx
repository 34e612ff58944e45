import { siteName } from '#web/lib/site.ko.ts'
import { homeMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { heroPreloadLinks } from './hero.tsx'
import { HomePage } from './home-page.tsx'
import { loadHome } from './load-home.ts'
import { ContinueWatchingSlot, MemberRailsSlot } from './member-rail-slots.tsx'
import { pageMeta, siteOriginOf } from '#web/routing/page-meta.ts'
import { searchPath } from '#web/routing/paths.ts'
import type { Route } from './+types/home.route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(apiContext), Date.now())
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const url = `${siteOriginOf(matches)}/`
  const page = pageMeta(matches, {
    description: homeMessages.description,
    path: '/',
    jsonLd: [
      {
        '@type': 'WebSite',
        name: siteName,
        url,
        inLanguage: 'ko',
        potentialAction: {
          '@type': 'SearchAction',
          target: `${siteOriginOf(matches)}${searchPath}?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  })
  // Used in the document only, so the script does not contain it.
  return import.meta.env.SSR ? [...page, ...heroPreloadLinks(loaderData?.hero[0])] : page
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <HomePage data={loaderData}>
      <ContinueWatchingSlot />
      <MemberRailsSlot />
    </HomePage>
  )
}
