import { hourMs } from '#contract/core/seoul-time.ts'
import { openDatabase } from '#server/db/client.ts'
import { createMediaTokens, publicAudience } from '#server/shared/media-token.ts'
import type { HttpBaselineOptions } from '../../baselines/http-baseline.ts'
import type { BenchApp } from '../../lib/bench-app.ts'
import { compare } from '../../lib/load.ts'
import { answerOf, withoutNodes } from '../cached-responses.ts'
import { stopProcess, freePort, hasProgram, pinnedCommand, startNode } from '../../lib/processes.ts'
import { gigabytes, rateRow, type Row } from '../../report.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Segment sizes in bytes: two seconds of 360p, of 1080p, and larger than any real segment. */
const sizes = [
  { name: '100 KB', size: 100 * 1_024 },
  { name: '200 KB', size: 200 * 1_024 },
  { name: '2 MB', size: 2 * 2 ** 20 },
]
const count = 16
/** A server to measure, with its data folder and database. */
export type Segmented = {
  database_url: string
  folder: string
  media_token_secret: string
  origin: string
}
export type Turns = { rounds?: number; seconds?: number }

/** Measures segments from memory beside nginx with sendfile, if installed, and bare `node:http`. */
export async function benchSegments(app: BenchApp): Promise<Row[]> {
  const media_token_secret = app.env['MEDIA_TOKEN_SECRET'] ?? ''
  const origin = await app.serve()
  return benchSegmentsOf({
    database_url: app.url,
    folder: app.folder,
    media_token_secret,
    origin,
  })
}

/** Does the same for any server; `turns` as in `compare`. */
export async function benchSegmentsOf(server: Segmented, turns: Turns = {}): Promise<Row[]> {
  const rows: Row[] = []
  for (const each of sizes) rows.push(...(await benchSize(server, each, turns)))
  return rows
}

async function benchSize(
  server: Segmented,
  { name: of, size }: (typeof sizes)[number],
  turns: Turns,
): Promise<Row[]> {
  const asset = await addFreeFilm(server.database_url)
  const folder = join(server.folder, 'media', String(asset))
  mkdirSync(folder, { recursive: true })
  chmodSync(server.folder, 0o755)
  const names = Array.from({ length: count }, (_, at) => `seg-${at}.m4s`)
  for (const name of names) writeFileSync(join(folder, name), randomBytes(size))
  const grant = createMediaTokens(server.media_token_secret).sign({
    asset,
    audience: publicAudience,
    expires: Date.now() + hourMs,
  })
  const path = `${server.origin}/media/${grant}/${asset}`
  const { status, head } = await answerOf(`${path}/${names[0]}`, 'identity')
  if (status !== 200) throw new Error(`${path} answers ${status}`)
  const baselineOptions: HttpBaselineOptions = {
    kind: 'folder',
    path: folder,
    head: withoutNodes(head),
  }
  const bare = await startNode(join(import.meta.dirname, '../../baselines/http-baseline.ts'), {
    initialMessage: baselineOptions,
    as: 'server',
  })
  const nginx = hasProgram('nginx') ? await startNginx(server.folder) : undefined
  try {
    const at = (base: string) => ({ urls: names.map((name) => `${base}/${name}`) })
    const contestants = [
      at(path),
      at(`http://127.0.0.1:${bare.reply as number}`),
      ...(nginx ? [at(`http://127.0.0.1:${nginx.port}/${asset}`)] : []),
    ]
    const { medians, ratios } = await compare(contestants, turns)
    // `compare` gives ratios to the last contestant, which is nginx if installed.
    const toBare = ratios[0]!.bytes / ratios[1]!.bytes
    const row = (baseline: number, name: string, ratio: number) =>
      rateRow({
        name: `${of} segments, hot`,
        ours: medians[0]!.bytes,
        baseline: medians[baseline]!.bytes,
        of: name,
        ratio,
        bar: 0.8,
        text: gigabytes,
      })
    return [
      row(1, 'bare node:http', toBare),
      ...(nginx ? [row(2, 'nginx, sendfile', ratios[0]!.bytes)] : []),
    ]
  } finally {
    await stopProcess(bare.child)
    if (nginx) await stopProcess(nginx.child)
  }
}

/** Attaches an asset to a free demo episode, so that its files are authorized. @returns the asset id. */
async function addFreeFilm(url: string): Promise<number> {
  const database = openDatabase(url, { connections: 1, name: 'bench', limits: 'none' })
  try {
    const { rows } = await database.pool.query<{ id: number }>(
      `with episode as (
         select e.id from episodes e join series s on s.id = e.series_id
         where not e.is_hidden and not s.is_hidden and s.age_rating <> '19' and e.asset_id is null
           and (e.released_at is null or e.released_at <= now())
         order by e.id limit 1
       ), asset as (
         insert into media_assets (state, source_name, duration, orientation, ready_at)
         select 'ready', 'segments', 32, 'horizontal', now() from episode returning id
       )
       update episodes set asset_id = asset.id, video_state = 'ready', is_free = true, price = 0, rental_price = null
       from asset, episode where episodes.id = episode.id returning asset.id`,
    )
    if (!rows[0]) throw new Error('The demonstration world has no episode without a film.')
    return rows[0].id
  } finally {
    await database.close()
  }
}

async function startNginx(folder: string): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  client_body_temp_path ${folder}/nginx-body; proxy_temp_path ${folder}/nginx-proxy;
  fastcgi_temp_path ${folder}/nginx-fastcgi; uwsgi_temp_path ${folder}/nginx-uwsgi; scgi_temp_path ${folder}/nginx-scgi;
  open_file_cache max=1000;
  server { listen 127.0.0.1:${port}; root ${join(folder, 'media')}; }
}
`,
  )
  const [program, args] = pinnedCommand('server', 'nginx', [
    '-c',
    file,
    '-e',
    `${folder}/nginx.log`,
  ])
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  for (let attempt = 0; attempt < 100; attempt++) {
    const up = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (up) return { child, port }
    await pause(50)
  }
  throw new Error('nginx did not start')
}
