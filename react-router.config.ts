import type { Config } from '@react-router/dev/config'
import { precompress } from './web/tooling/precompress.ts'

export default {
  appDirectory: 'web',
  ssr: true,
  buildEnd: ({ reactRouterConfig }) => precompress(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config
