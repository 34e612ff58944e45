import { homeMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { heroPreloadLinks } from './hero.tsx'
import { HomePage } from './home-page.tsx'
import { loadHome } from './load-home.ts'
import { pageMeta, serviceOf, siteOriginOf } from '#web/routing/page-meta.ts'
import { siteJsonLd } from './site-json-ld.ts'
import type { Route } from './+types/home.route.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { showContinuePlaceholder, emptyRowKey } from '#web/lib/inline-scripts.ts'
import { RailSkeleton } from '#web/features/catalog/cards/rail.tsx'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { hasSessionHint } from '#web/api/session-hint.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(apiContext), Date.now())
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = pageMeta(matches, {
    description: homeMessages.description,
    path: '/',
    ...(import.meta.env.SSR && { jsonLd: siteJsonLd(siteOriginOf(matches), serviceOf(matches)) }),
  })
  // Used in the document only, so the script does not contain it.
  return import.meta.env.SSR ? [...page, ...heroPreloadLinks(loaderData?.hero[0])] : page
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="sr-only">{homeMessages.title}</h1>
      <HomePage data={loaderData}>
        <ContinueWatchingSlot />
        <MemberRailsSlot />
      </HomePage>
    </>
  )
}

// The rails are loaded for members only. If a chunk fails to load, home shows no rail.
const ContinueWatchingRail = lazy(() =>
  import('./continue-watching-rail.tsx').then(
    (module) => ({ default: module.ContinueWatchingRail }),
    () => ({ default: EmptyRail }),
  ),
)

const MemberRails = lazyOrNothing(() =>
  import('./member-rails.tsx').then(({ MemberRails }) => MemberRails),
)

function EmptyRail({ onLoaded }: { onLoaded: (hasCards: boolean) => void }) {
  useLayoutEffect(() => {
    onLoaded(false)
  }, [onLoaded])
  return <></>
}

/** The height of a landscape rail; must match the rail heights in the style sheet. */
const height =
  'min-h-[calc(var(--card-landscape-width)*0.5625+6.384rem)] md:min-h-[calc(var(--card-landscape-width)*0.5625+7.056rem)]'

/** Reserves the place of 이어보기 at the top of home, for members only. */
function ContinueWatchingSlot() {
  const { state } = useAuth()
  const isServerRendered = !useHydrated()
  // After a client-side navigation from the first render on: a height that follows would move the restored scroll position.
  const [isExpected, setIsExpected] = useState(() => !isServerRendered && expectsContinueWatching())
  // Takes over from the inline script before the first paint.
  useLayoutEffect(() => setIsExpected(expectsContinueWatching()), [])
  const isShown = isExpected && (state === 'unknown' || state === 'signed_in')
  const skeleton = isShown && <RailSkeleton cards={5} />

  return (
    <div hidden={!isShown} suppressHydrationWarning className={height}>
      {isServerRendered && (
        // The browser keeps the server's script.
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? showContinuePlaceholder : '' }}
        />
      )}
      {state === 'signed_in' ? (
        <Suspense fallback={skeleton}>
          <ContinueWatchingRail skeleton={skeleton} onLoaded={setIsExpected} />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  )
}

/**
 * Whether to reserve the height: a member is logged in, and the rail was not empty on the last visit. Reads the storage
 * itself, so that visitors do not load `browser-storage.ts`.
 */
function expectsContinueWatching(): boolean {
  try {
    return hasSessionHint() && localStorage.getItem(emptyRowKey) === null
  } catch {
    return hasSessionHint()
  }
}

/** The opened works with release alerts, and the personal rows. */
function MemberRailsSlot() {
  const { state } = useAuth()
  if (state !== 'signed_in') return null
  return (
    <Suspense>
      <MemberRails />
    </Suspense>
  )
}
