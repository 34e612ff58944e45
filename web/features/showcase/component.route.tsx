import { useState } from 'react'
import { Link } from 'react-router'
import { notFound } from '#web/routing/loader-helpers.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { Chip } from '#web/ui/forms/chip.tsx'
import type { Route } from './+types/component.route.ts'
import { showcaseMessages } from './messages.ko.ts'
import { PropsTable } from './showcase-kit.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import {
  componentPath,
  showcaseComponents,
  showcasePath,
  showcaseThemes,
  statePath,
  type ShowcaseTheme,
  Specimen,
} from './registry.tsx'

export function loader({ params: { component } }: Route.LoaderArgs) {
  if (!Object.hasOwn(showcaseComponents, component)) throw notFound()
}

export function meta({ params, matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: `${showcaseComponents[params.component]?.title ?? ''} · ${showcaseMessages.title}`,
    description: showcaseMessages.description,
    path: componentPath(params.component),
    noindex: true,
  })
}

/** One component: its props, and its states on either ground, at the width of the page or of a phone. */
export default function ShowcaseComponentPage({
  params: { component: address },
}: Route.ComponentProps) {
  const [theme, setTheme] = useState<ShowcaseTheme>('dark')
  const [isFramed, setIsFramed] = useState(false)
  const component = showcaseComponents[address]
  if (!component) return null
  const { title, props, states } = component
  return (
    <Page isFullWidth>
      <header className="page-gutter pb-8">
        <Link
          to={`${showcasePath}#${component.section}`}
          className="inline-flex min-h-11 items-center text-sm text-foreground-subtle hover:text-foreground"
        >
          {showcaseMessages.title}
        </Link>
        <h1 className="text-3xl font-extrabold md:text-4xl">
          <code>{title}</code>
        </h1>
        {props && (
          <section aria-labelledby="props-title" className="mt-8">
            <h2 id="props-title" className="mb-3 text-xl font-bold">
              {showcaseMessages.props.title}
            </h2>
            {Object.keys(props).length > 0 ? (
              <PropsTable props={props} />
            ) : (
              <p className="text-foreground-muted">{showcaseMessages.props.none}</p>
            )}
          </section>
        )}
      </header>
      <div className="page-gutter flex flex-wrap gap-x-8 gap-y-3 border-t border-border py-6">
        <div role="group" aria-label={showcaseMessages.ground} className="flex gap-2">
          {showcaseThemes.map((name) => (
            <Chip key={name} selected={theme === name} onClick={() => setTheme(name)}>
              {showcaseMessages.grounds[name]}
            </Chip>
          ))}
        </div>
        <div role="group" aria-label={showcaseMessages.width} className="flex gap-2">
          <Chip selected={!isFramed} onClick={() => setIsFramed(false)}>
            {showcaseMessages.full_width}
          </Chip>
          <Chip selected={isFramed} onClick={() => setIsFramed(true)}>
            {showcaseMessages.phone_width}
          </Chip>
        </div>
      </div>
      {Object.keys(states).map((state) => (
        <section key={state} aria-labelledby={`state-${state}`} className="pb-10">
          <h2 id={`state-${state}`} className="page-gutter mb-3">
            <TextLink to={statePath(address, state, theme)}>
              <code>{state}</code>
            </TextLink>
          </h2>
          {isFramed ? (
            <div className="page-gutter overflow-x-auto">
              <StateFrame title={`${title} ${state}`} address={statePath(address, state, theme)} />
            </div>
          ) : (
            <Specimen component={component} state={state} theme={theme} />
          )}
        </section>
      ))}
    </Page>
  )
}

/** Shows the address of a state in 360 px, so that media queries match as on a phone. As high as its content. */
function StateFrame({ title, address }: { title: string; address: string }) {
  return (
    <iframe
      key={address}
      title={title}
      src={address}
      loading="lazy"
      className="h-60 w-[360px] max-w-none rounded-card inset-ring inset-ring-border-strong"
      onLoad={({ currentTarget }) => {
        const height = currentTarget.contentDocument?.documentElement.scrollHeight
        if (height) currentTarget.style.height = `${height}px`
      }}
    />
  )
}
