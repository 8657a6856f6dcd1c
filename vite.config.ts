import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  publicDir: 'web/static',
  // Fonts and images stay files: the content security policy does not allow them as data in style sheets.
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Of the icons those that are used: read whole, they are two thirds of all modules of a build.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files: a phone far away pays for each. What most screens use comes as one script and one style sheet.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
                {
                  name: 'kit',
                  test: /\/web\/(ui\/kit\/(?!command-palette|bar-list|column-chart|scale|tabs|data-table|wrap-options|tick-list|tags-field|copy-button|document-list|folded-fields|named|skeleton)|app\/shell\/(app-data|menus|navigation|refusal|team-switcher|user-menu))/,
                  priority: 1,
                },
                { name: 'controls', test: /node_modules\/@tabler\//, minShareCount: 24 },
              ],
            },
          },
        },
      },
    },
  },
  // Bundled, or the server would load thousands of icons at start to use a few.
  ssr: { noExternal: ['@tabler/icons-react'] },
  // Named, so that the first page in development does not find its dependencies replaced under it.
  optimizeDeps: { entries: ['web/entry.client.tsx', 'web/root.tsx', 'web/{app,site,sandbox}/**/*.tsx'] },
})
