import { type NodeProcess, startNodeProcess } from './node-process.ts'
import type { TestApp } from '#test/app/test-app.ts'

export type ServerProcess = NodeProcess & { origin: string }

/**
 * Starts the server entry in a separate process, with the database and folders of a test app. The pages must be
 * built. See `startNodeProcess` for `root`.
 */
export async function startServer(
  app: TestApp,
  port: number,
  env: Record<string, string> = {},
  root?: string,
): Promise<ServerProcess> {
  const { config } = app
  const serverEnv = {
    PORT: String(port),
    MEDIA_TOKEN_SECRET: config.secrets.media_token ?? '',
    DATA_ENCRYPTION_SECRET: config.secrets.encryption ?? '',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...(config.gateway
      ? {
          TOSS_BASE_URL: config.gateway.base_url,
          TOSS_TIMEOUT_MS: String(config.gateway.timeout_ms),
        }
      : {}),
    ...env,
  }
  const entry = await startNodeProcess('main.ts', app, serverEnv, root)
  return { ...entry, origin: `http://127.0.0.1:${port}` }
}
