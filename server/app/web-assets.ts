import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

interface Asset {
  etag: string
  contentType: string
  cacheControl: string
  plain: Buffer
  br: Buffer | undefined
  gzip: Buffer | undefined
}

export type Assets = (request: Request) => Response | undefined

/**
 * Serves the files of the client build from memory. Only an exact path of a file that was there at start is answered,
 * so no path can be made to leave the folder.
 */
export async function loadAssets(directory: string): Promise<Assets> {
  const bodies = await readFiles(directory)
  const assets = new Map<string, Asset>()
  for (const [path, plain] of bodies) {
    const contentType = contentTypes[extname(path)]
    if (!contentType || path.startsWith('/.')) continue
    assets.set(path, {
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      contentType,
      // The bundler writes a hash of the content into the names under /assets.
      cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      plain,
      br: bodies.get(`${path}.br`),
      gzip: bodies.get(`${path}.gz`),
    })
  }
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const asset = assets.get(new URL(request.url).pathname)
    return asset && answer(asset, request)
  }
}

function answer(asset: Asset, request: Request): Response {
  const headers = new Headers({
    'Content-Type': asset.contentType,
    'Cache-Control': asset.cacheControl,
    ETag: asset.etag,
    'X-Content-Type-Options': 'nosniff',
  })
  if (asset.br ?? asset.gzip) headers.set('Vary', 'Accept-Encoding')
  if (request.headers.get('if-none-match') === asset.etag) return new Response(null, { status: 304, headers })
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding =
    asset.br && /\bbr\b/.test(accepted) ? 'br' : asset.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : 'plain'
  const body = asset[encoding] ?? asset.plain
  if (encoding !== 'plain') headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.byteLength))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
}

async function readFiles(directory: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = async (file: string) => [urlPath(directory, file), await readFile(file)] as const
  return new Map(await Promise.all(files.map(read)))
}

const urlPath = (directory: string, file: string) => file.slice(directory.length).split(sep).join('/')
