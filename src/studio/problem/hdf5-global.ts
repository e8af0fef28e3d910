/** Where the HDF5 script leaves its reader. */
export const hdf5Global = 'stickslipReadFclib';
