import { setFlagsFromString } from 'node:v8'

/**
 * At its end Node 24 waits for the threads that compile beside the program, and one that needs the program's garbage
 * collector waits for the program (nodejs/node#54918): such a process never ends. What is warm is compiled in turn.
 */
setFlagsFromString('--no-concurrent-sparkplug')
