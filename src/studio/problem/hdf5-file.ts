import { readFclib } from '../../io/fclib/read.js';
import { hdf5Global } from './hdf5-global.js';

/** A script of its own, loaded when somebody brings an HDF5 file: the library for them is larger than all the rest. */
(globalThis as Record<string, unknown>)[hdf5Global] = readFclib;
