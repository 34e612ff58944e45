import { Link } from 'react-router'
import { notFound } from '#web/routing/loader-helpers.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { Route } from './+types/state.route.ts'
import { showcaseMessages } from './messages.ko.ts'
import {
  componentPath,
  showcaseComponents,
  showcaseThemes,
  statePath,
  Specimen,
} from './registry.tsx'

export function loader({ params: { component, state, theme } }: Route.LoaderArgs) {
  const isKnown =
    Object.hasOwn(showcaseComponents, component) &&
    Object.hasOwn(showcaseComponents[component]!.states, state) &&
    (theme === undefined || theme === 'light')
  if (!isKnown) throw notFound()
}

/** Lets the page of the component show this one in a frame. */
export const headers = () => ({ 'x-frame-options': 'SAMEORIGIN' })

export function meta({ params: { component, state }, matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: `${showcaseComponents[component]?.title ?? ''} ${state} · ${showcaseMessages.title}`,
    description: showcaseMessages.description,
    path: statePath(component, state),
    noindex: true,
  })
}

/** One state of a component without the header and footer of the site. */
export default function ShowcaseStatePage({ params }: Route.ComponentProps) {
  const component = showcaseComponents[params.component]
  if (!component) return null
  const theme = showcaseThemes.find((name) => name === params.theme) ?? 'dark'
  return (
    <main data-theme={theme} className="grow bg-background text-foreground">
      <header className="page-gutter flex items-center gap-2 text-xs text-foreground-subtle">
        <h1>
          <Link
            to={componentPath(params.component)}
            target="_top"
            className="inline-flex min-h-11 items-center hover:text-foreground"
          >
            <code>{component.title}</code>
          </Link>
        </h1>
        <h2>
          <code>{params.state}</code>
        </h2>
      </header>
      <Specimen component={component} state={params.state} theme={theme} />
    </main>
  )
}
