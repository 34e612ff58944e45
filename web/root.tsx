import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { type CSSProperties, Suspense, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root.ts'
import { useEpisodeAccessMap } from './session/member-content.ts'
import { RootErrorPage } from './app/root-error-page.tsx'
import { AppShell } from './app/app-shell.tsx'
import { fontStylesheetUrl } from './app/route-effects.tsx'
import { AccountMenuButton } from './app/account-menu/account-menu-button.tsx'
import { SessionCheck } from './app/session-check.tsx'
import { HeaderSearch } from './features/search/header-search.tsx'
import { EpisodeAccessContext } from './features/catalog/cards/episode-card.tsx'
import { IconSprite } from './ui/base/icon-sprite.tsx'
import { headScript } from './lib/inline-scripts.ts'
import { useHydrated } from './lib/use-hydrated.ts'
import { logoUrl, type Service } from './lib/service.ts'
import {
  apiContext,
  catalogueLimitContext,
  demonstrationContext,
  nullOnError,
  siteUrlContext,
} from './routing/loader-helpers.ts'
import { service as serviceEndpoints } from '#contract/service/service.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import sheet from './styles/app.css?inline'
import sheetUrl from './styles/app.css?url'

/** Loaded in the demonstration only. */
const DemonstrationLine = lazyOrNothing(() =>
  import('./features/account/demonstration/demonstration-line.tsx').then(
    (module) => module.DemonstrationLine,
  ),
)

/** Tags for the head of the document, rendered by the server only, so that scripts do not contain them. */
const lookOf = (service: Service) => ({
  icon: logoUrl(service, 'icon-32'),
  touch_icon: logoUrl(service, 'icon-180'),
  // `tokens.css` derives the other tokens of the accent.
  accent: service.accent_color
    ? {
        'data-accent': '',
        style: { '--service-accent': service.accent_color } as CSSProperties,
      }
    : undefined,
})
type Look = ReturnType<typeof lookOf>

/** Must not depend on the user: pages are cached. */
export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const [service, settings] = await Promise.all([
    nullOnError(call(serviceEndpoints.readService, {})),
    nullOnError(call(viewerEndpoints.contents.readCatalogueSettings, {})),
  ])
  return {
    site_url: context.get(siteUrlContext),
    // Absent elsewhere, so that no page of another server mentions it.
    ...(context.get(demonstrationContext) ? { is_demonstration: true } : {}),
    catalogue_limit: context.get(catalogueLimitContext),
    // Error pages show a name without it.
    service,
    header_categories: settings?.header_categories ?? [],
    look: service && lookOf(service),
  }
}

export const shouldRevalidate = () => false

/**
 * The style sheet is inline, so that the first paint needs no further request. The browser reads it back from the
 * document, so that the client bundle does not contain it.
 */
const styles = import.meta.env.SSR ? sheet : (document.getElementById('sheet')?.innerHTML ?? '')

function Styles() {
  if (import.meta.env.DEV) return <link rel="stylesheet" href={sheetUrl} />
  return <style id="sheet" dangerouslySetInnerHTML={{ __html: styles }} />
}

export function Layout({ children }: { children: ReactNode }) {
  const { look, service } = (useRouteLoaderData('root') ?? {}) as { look?: Look; service?: Service }
  return (
    <html lang="ko" dir="ltr" {...look?.accent}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0d1016" />
        <meta name="color-scheme" content="dark" />
        <link rel="icon" href={look?.icon ?? '/favicon.svg'} />
        <link rel="apple-touch-icon" href={look?.touch_icon ?? '/icon-180.png'} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          href="/opensearch.xml"
          title={service?.name}
        />
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript : '' }}
        />
        <Styles />
        <Meta />
        <Links />
        <noscript>
          <link rel="stylesheet" href={fontStylesheetUrl} />
        </noscript>
      </head>
      <body>
        <IconSprite />
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  const accessMap = useEpisodeAccessMap()
  const isHydrated = useHydrated()
  return (
    <AppShell
      search={<HeaderSearch />}
      member={<AccountMenuButton />}
      startup={
        <>
          <SessionCheck />
          {/* The server has not loaded its code when it renders the first page. */}
          {loaderData.is_demonstration && isHydrated && (
            <Suspense>
              <DemonstrationLine />
            </Suspense>
          )}
        </>
      }
    >
      <EpisodeAccessContext value={accessMap}>
        <Outlet />
      </EpisodeAccessContext>
    </AppShell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <AppShell
      isErrorPage
      search={<HeaderSearch />}
      member={<AccountMenuButton />}
      startup={<SessionCheck />}
    >
      <RootErrorPage error={error} />
    </AppShell>
  )
}
