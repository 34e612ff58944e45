import { endpoints } from '#contract/index.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import type { Route } from './+types/home.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(loaderCall)
  return { categories: await call(endpoints.contents.listCategories, {}) }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <main className="p-4 text-xl">
      {loaderData.categories.results.map((category) => (
        <p key={category.id}>{category.name}</p>
      ))}
    </main>
  )
}
