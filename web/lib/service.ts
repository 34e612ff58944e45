import { defaultServiceName } from '#contract/service/particulars.ts'
import type { PublicService } from '#contract/service/service.ts'
import { useRouteLoaderData } from 'react-router'

/** The public settings of the service; only its name if the root loader has failed. */
export type Service = Pick<PublicService, 'name'> & Partial<PublicService>

const unknownService: Service = { name: defaultServiceName }

/** The service in the data of the root route. */
export const serviceIn = (rootData: unknown): Service =>
  (rootData as { service?: Service | null } | undefined)?.service ?? unknownService

export const useService = (): Service => serviceIn(useRouteLoaderData('root'))

/** The document title. */
export const pageTitle = ({ name, tagline }: Service, title?: string): string =>
  (title ? [title, name] : [name, tagline]).filter(Boolean).join(' | ')

/** The address of an icon of the logo, such as `icon-180`; undefined without a logo. */
export const logoUrl = ({ logo_key }: Service, icon: string): string | undefined =>
  logo_key ? `/images/${logo_key}/${icon}.png` : undefined
