import { pageMeta } from '#web/routing/page-meta.ts'
import type { Route } from './+types/showcase.route.ts'
import { showcaseMessages } from './messages.ko.ts'
import { componentPath, showcaseComponents, showcasePath } from './registry.tsx'
import { sectionNames, type ShowcaseComponent, type ShowcaseSectionName } from './showcase-kit.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'
import { Page } from '#web/ui/layout/page.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: showcaseMessages.title,
    description: showcaseMessages.description,
    path: showcasePath,
    noindex: true,
  })
}

/** Every component in every state. */
export default function Showcase() {
  return (
    <Page isFullWidth>
      <header className="page-gutter pb-8">
        <h1 className="text-3xl font-extrabold md:text-4xl">{showcaseMessages.title}</h1>
        <p className="mt-2 text-foreground-muted">{showcaseMessages.description}</p>
        <nav aria-label={showcaseMessages.contents} className="mt-5">
          <ul className="flex flex-wrap gap-2">
            {sectionNames.map((name) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  className="inline-flex min-h-11 items-center rounded-full bg-surface-raised px-4 text-sm text-foreground-muted hover:bg-surface-high hover:text-foreground"
                >
                  {showcaseMessages.sections[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {sectionNames.map((name) => (
        <Section key={name} name={name} />
      ))}
    </Page>
  )
}

function Section({ name }: { name: ShowcaseSectionName }) {
  const components = Object.entries(showcaseComponents).filter(
    ([, component]) => component.section === name,
  )
  return (
    <section
      id={name}
      aria-labelledby={`${name}-title`}
      className="border-t border-border py-10 md:py-14"
    >
      <h2 id={`${name}-title`} className="page-gutter mb-6 text-2xl font-bold">
        {showcaseMessages.sections[name]}
      </h2>
      <div className="space-y-10">
        {components.map(([address, component]) => (
          <ComponentStates key={address} address={address} component={component} />
        ))}
      </div>
    </section>
  )
}

function ComponentStates({
  address,
  component,
}: {
  address: string
  component: ShowcaseComponent
}) {
  return (
    <div>
      <h3 className="page-gutter mb-3">
        <TextLink to={componentPath(address)} tone="muted">
          <code>{component.title}</code>
        </TextLink>
      </h3>
      <div
        className={component.isWide ? 'space-y-10' : 'page-gutter flex flex-wrap gap-x-6 gap-y-5'}
      >
        {Object.entries(component.states).map(([name, state]) => (
          <div
            key={name}
            className={component.isWide ? '' : 'max-w-full min-w-0 max-md:w-full md:min-w-72'}
          >
            {state}
          </div>
        ))}
      </div>
    </div>
  )
}
