#ifndef COS_OS_SIGNPOST_H
#define COS_OS_SIGNPOST_H

// Everything of it is in the Swift module os.

#endif
